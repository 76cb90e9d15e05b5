/** Runs the command as a user does, straight from the clone: in a process of its own, or in this one. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runProgram } from '../../src/cli/program.ts';
import { ROOT } from '../shape/source-files.ts';
import { unwatched } from './unwatched.ts';

const MAIN = join(ROOT, 'src/cli/main.ts');

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly problem: string;
}

/** Runs `tollgate ARGS` to its end, in the folder of the tests unless another is given. */
export async function tollgate(
  args: readonly string[],
  environment: Record<string, string> = {},
  folder: string = process.cwd(),
): Promise<Ran> {
  return ran(
    promisify(execFile)(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
    }),
  );
}

/** The same in this process, where the process is not the point: one of its own takes a third of a second to start. */
export async function tollgateHere(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const printed = { out: '', problem: '' };
  const {
    code,
    out,
    problem = '',
  } = await runProgram(args, {
    ...unwatched(new AbortController().signal),
    environment: { ...process.env, ...environment },
    print(text) {
      printed.out += text;
    },
    warn(text) {
      printed.problem += text;
    },
  });

  return { code, out: printed.out + out, problem: printed.problem + problem };
}

/** Runs a script in bash, as somebody who pastes it. */
export async function bash(script: string, environment: Record<string, string> = {}): Promise<Ran> {
  return ran(
    promisify(execFile)('bash', ['-c', script], {
      env: { ...process.env, ...environment },
      maxBuffer: 2 ** 26,
    }),
  );
}

async function ran(running: Promise<{ readonly stdout: string; readonly stderr: string }>): Promise<Ran> {
  try {
    const { stdout, stderr } = await running;

    return { code: 0, out: stdout, problem: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };

    return { code, out: stdout, problem: stderr };
  }
}

export interface Running extends AsyncDisposable {
  /** What it has printed so far. */
  readonly out: () => string;
  /** Resolves with what it has printed when that matches. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  /** Resolves with its exit code when it has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks it to end and gives its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `tollgate ARGS` and leaves it running. @param before a script that runs in its process before anything else */
export function startTollgate(args: readonly string[], before?: string): Running {
  const first =
    before === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`];

  return watch(spawn(process.execPath, [...first, MAIN, ...args]));
}

/** Follows what a child prints on both its streams. */
export function watch(child: ChildProcess): Running {
  let out = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);

    return ended;
  };

  return {
    ended,
    out: () => out,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => pattern.test(out) && resolve(out);
        listeners.add(look);
        // Not at its exit, which may come before the last of what it printed.
        child.once('close', () => reject(new Error(`it ended before it printed ${pattern}: ${out}`)));
        look();
      }),
    end,
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}
