/** Starts processes, with a time limit, and ends each with all its children. The only file of these checks that does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The folder and environment in which programs run. */
export interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Running extends AsyncDisposable {
  /** Resolves with the output so far, of both streams, as soon as it matches. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly pid: number | undefined;
  /** Sends SIGTERM to the process, or to `pid`, and waits for its end. @throws where the code is not 0 */
  readonly end: (pid?: number) => Promise<void>;
}

/** In milliseconds, with room for a busy machine. */
const LONGEST = 180_000;

/** How many characters of a program's output an error repeats. */
const LAST_WORDS = 3_000;

/**
 * Runs a program to its end.
 *
 * @returns what it printed on standard output
 * @throws where it ends with another code, or not in time
 */
export async function run(place: Place, command: readonly string[], code = 0): Promise<string> {
  const program = start(place, command);
  await using _ended = program;

  return await program.ends(code);
}

/** Starts a program that runs until it is disposed of. */
export function serve(place: Place, command: readonly string[]): Running {
  return start(place, command);
}

function start({ folder, env }: Place, [program = '', ...args]: readonly string[]) {
  // A process group of its own, since npx ends before its child.
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const closed = once(child, 'close');
  const what = [program, ...args].join(' ');
  let said = '';
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      child.emit('said');
    });
  const endAll = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  };
  const clock = setTimeout(endAll, LONGEST);
  // The end of the check ends the program.
  process.once('exit', endAll);

  return {
    async ends(expected: number): Promise<string> {
      const [code, signal] = await closed;
      if (code === expected) return out;
      throw new Error(
        `${what}: expected code ${expected}, got ${code ?? signal}\n${said.slice(-LAST_WORDS)}`,
      );
    },

    printed: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          if (pattern.test(said)) resolve(said);
        };
        child.on('said', look);
        child.once('close', () => reject(new Error(`${what}: ended before it printed ${pattern}\n${said}`)));
        look();
      }),

    pid: child.pid,

    async end(pid = child.pid): Promise<void> {
      if (pid !== undefined) process.kill(pid, 'SIGTERM');
      await this.ends(0);
    },

    async [Symbol.asyncDispose]() {
      endAll();
      clearTimeout(clock);
      process.removeListener('exit', endAll);
      // `close` comes only when the children, which share its streams, have ended too.
      await closed.catch(() => {});
    },
  };
}
