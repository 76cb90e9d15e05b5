/** Starts programs with a time limit, and ends each with its children. The only file of the checks and benchmarks that does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The folder and environment in which programs run. */
export interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Ended {
  /** `code 0`, `signal SIGKILL` or why it could not be started. */
  readonly how: string;
  /** What it printed on standard output. */
  readonly out: string;
  /** What it printed on both streams. */
  readonly said: string;
  /** From start to end. */
  readonly milliseconds: number;
}

export interface Running extends AsyncDisposable {
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  readonly ended: Promise<Ended>;
  /** Resolves with the output so far, of both streams, as soon as it matches. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  /** Sends SIGTERM to the process, or to `pid`, and waits for its end. @throws where the code is not 0 */
  readonly end: (pid?: number) => Promise<void>;
}

/** This folder and environment. */
export const HERE: Place = { folder: process.cwd(), env: process.env };

/** How long a program may run by default, with room for a busy machine, and how long it may take to end after SIGTERM; in milliseconds. */
const LONGEST = 180_000;
const LONGEST_FAREWELL = 2_000;

/** How many characters of a program's output an error repeats. */
const LAST_WORDS = 4_000;

/** Runs a program to its end. @throws where it ends in another way, or not in time */
export async function run(place: Place, command: readonly string[], code = 0): Promise<Ended> {
  await using program = start(place, command);

  return expectCode(command, await program.ended, code);
}

/** Starts a program that runs until it is disposed of. */
export function start(
  { folder: cwd, env }: Place,
  command: readonly string[],
  longest: number = LONGEST,
): Running {
  const [program = '', ...args] = command;
  const from = performance.now();
  // A process group of its own, since npx ends before its child.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let [out, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      child.emit('said');
    });
  const send = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  const kill = () => send('SIGKILL');
  const clock = setTimeout(kill, longest);
  // The end of the check ends the program.
  process.once('exit', kill);
  // `close` comes only when the children, which share its streams, have ended too.
  const ended = new Promise<Ended>((resolve) => {
    const end = (how: string) => resolve({ how, out, said, milliseconds: performance.now() - from });
    child.once('error', ({ message }) => end(message));
    child.once('close', (code, signal) => end(code === null ? `signal ${signal}` : `code ${code}`));
  }).finally(() => {
    clearTimeout(clock);
    process.removeListener('exit', kill);
  });

  return {
    pid: child.pid,
    ended,

    async printed(pattern) {
      const isOver = ended.then(() => true);
      while (!pattern.test(said))
        if ((await Promise.race([isOver, once(child, 'said')])) === true && !pattern.test(said))
          throw new Error(`${command.join(' ')}: ended before it printed ${pattern}\n${said}`);

      return said;
    },

    async end(pid = child.pid) {
      if (pid !== undefined) process.kill(pid, 'SIGTERM');
      expectCode(command, await ended, 0);
    },

    async [Symbol.asyncDispose]() {
      send('SIGTERM');
      const killing = setTimeout(kill, LONGEST_FAREWELL);
      await ended;
      clearTimeout(killing);
    },
  };
}

function expectCode(command: readonly string[], ended: Ended, code: number): Ended {
  if (ended.how === `code ${code}`) return ended;
  throw new Error(
    `${command.join(' ')}: expected code ${code}, got ${ended.how}\n${ended.said.slice(-LAST_WORDS)}`,
  );
}
