/** The only file that starts processes. Each is a child of the bench, and the bench ends it by its pid. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** No process of a bench lives longer, where nothing is said. In milliseconds. */
const LONGEST = 180_000;

/** One that ends by itself keeps what it has compiled for the next start, as any user's does. In milliseconds. */
const LONGEST_FAREWELL = 2_000;

/** How much of what a process says on standard error is kept. */
const LAST_WORDS = 4_000;

interface Ended {
  /** `code 0`, `signal SIGKILL` or why it could not be started. */
  readonly how: string;
  readonly out: string;
  readonly problem: string;
  /** From start to end. */
  readonly milliseconds: number;
}

export interface Child extends AsyncDisposable {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  readonly ended: Promise<Ended>;
}

interface StartSettings {
  /** Node, where nothing is said. */
  readonly program?: string | undefined;
  readonly out?: 'kept' | 'dropped';
  /** Where it runs; the root of the repo, where nothing is said. */
  readonly folder?: string;
  /** Beside what this process has. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How long it may live, in milliseconds. */
  readonly longest?: number | undefined;
}

export interface Processes {
  /** Starts a program with these arguments. Disposing of the child ends it. */
  readonly start: (args: readonly string[], settings?: StartSettings) => Child;
  /** Runs Node, or another program, to its end. @throws where it ends with anything but code 0 */
  readonly run: (args: readonly string[], program?: string) => Promise<Ended>;
  /** Ends whatever still runs, at once. */
  readonly endAll: () => void;
}

export function createProcesses(): Processes {
  const running = new Set<ChildProcess>();

  const start: Processes['start'] = (args, settings = {}) => {
    const { program = process.execPath, out = 'kept', longest, folder = ROOT, environment = {} } = settings;
    const from = performance.now();
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', out === 'kept' ? 'pipe' : 'ignore', 'pipe'],
      timeout: longest ?? LONGEST,
      killSignal: 'SIGKILL',
    });
    running.add(child);
    const ended = endOf(child, from).finally(() => running.delete(child));

    return {
      pid: child.pid,
      ended,
      async [Symbol.asyncDispose]() {
        child.kill('SIGTERM');
        const ending = setTimeout(() => child.kill('SIGKILL'), LONGEST_FAREWELL);
        await ended;
        clearTimeout(ending);
      },
    };
  };

  return {
    start,
    async run(args, program) {
      await using child = start(args, { program });
      const ended = await child.ended;
      if (ended.how === 'code 0') return ended;
      throw new Error(
        `${program ?? 'node'} ${args.join(' ')}: expected code 0, got ${ended.how}\n${ended.problem || ended.out.slice(-LAST_WORDS)}`,
      );
    },
    endAll() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

function endOf(child: ChildProcess, from: number): Promise<Ended> {
  const said = { out: '', problem: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.problem = (said.problem + text).slice(-LAST_WORDS);
  });

  return new Promise((resolve) => {
    const end = (how: string) => resolve({ how, ...said, milliseconds: performance.now() - from });
    child.once('error', ({ message }) => end(message));
    child.once('close', (code, signal) => end(code === null ? `signal ${signal}` : `code ${code}`));
  });
}
