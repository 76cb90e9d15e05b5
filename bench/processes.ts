/** Starts and ends child processes. The only file of the benchmarks that does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** How long a process may live by default, in milliseconds. */
const LONGEST = 180_000;

/** How long a process may take to end after SIGTERM, and to write its compile cache, in milliseconds. */
const LONGEST_FAREWELL = 2_000;

/** How many characters of a process's standard error are kept. */
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
  /** Default: Node. */
  readonly program?: string | undefined;
  readonly out?: 'kept' | 'dropped';
  /** The working directory. Default: the root of the repo. */
  readonly folder?: string;
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** How long it may live, in milliseconds. */
  readonly longest?: number | undefined;
}

export interface Processes {
  /** Starts a program with these arguments. Disposing of the child ends it. */
  readonly start: (args: readonly string[], settings?: StartSettings) => Child;
  /** Runs Node or another program and waits for its end. @throws where the exit code is not 0 */
  readonly run: (args: readonly string[], program?: string) => Promise<Ended>;
  /** Kills all processes that still run. */
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
