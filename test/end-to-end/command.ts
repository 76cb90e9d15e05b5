/** The process that a command gets in tests: no terminal, no environment, and no output. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandContext } from '../../cli/command.ts';
import { runProgram } from '../../cli/program.ts';
import { plain } from '../../cli/terminal.ts';
import { posting } from '../support/ask-mock.ts';
import { ROOT } from '../support/root.ts';

export function unwatched(shutdown: AbortSignal): CommandContext {
  return {
    environment: {},
    command: 'tollgate',
    print: () => {},
    warn: () => {},
    progress: () => {},
    rows: undefined,
    paint: plain,
    run: runProgram,
    shutdown,
    hurry: new AbortController().signal,
    outputClosed: new AbortController().signal,
  };
}

// Runs the command from the clone's source, in a process of its own or in this one.

const MAIN = join(ROOT, 'cli/tollgate.js');

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly problem: string;
}

/** As they are typed, where no word has a space. */
export type Words = string | readonly string[];

export const wordsOf = (words: Words) => (typeof words === 'string' ? words.trim().split(/ +/) : words);

/** Runs `tollgate WORDS` to its end. */
export async function tollgate(
  words: Words,
  environment: Record<string, string> = {},
  folder = ROOT,
): Promise<Ran> {
  return ran(
    promisify(execFile)(process.execPath, [MAIN, ...wordsOf(words)], {
      cwd: folder,
      env: { ...process.env, ...environment },
    }),
  );
}

/** The same in this process, since a process of its own takes a third of a second to start. */
export async function tollgateHere(
  words: Words,
  environment: Record<string, string> = {},
  folder = ROOT,
): Promise<Ran> {
  process.chdir(folder);
  try {
    return await runHere(wordsOf(words), environment);
  } finally {
    // Not where it was before: a file whose hook ran out of time may have left it in a folder that is gone.
    process.chdir(ROOT);
  }
}

interface Watched {
  readonly onPrint?: (text: string) => void;
  readonly shutdown?: AbortSignal;
}

async function runHere(
  args: readonly string[],
  environment: Record<string, string>,
  { onPrint, shutdown = new AbortController().signal }: Watched = {},
): Promise<Ran> {
  const printed = { out: '', problem: '' };
  const add = (stream: 'out' | 'problem') => (text: string) => {
    printed[stream] += text;
    onPrint?.(text);
  };
  const { code, out, problem } = await runProgram(args, {
    ...unwatched(shutdown),
    environment: { ...process.env, ...environment },
    print: add('out'),
    warn: add('problem'),
  });
  add('out')(out);
  add('problem')(problem ?? '');

  return { code, ...printed };
}

/** Runs a script in bash. */
export async function bash(script: string, environment: Record<string, string> = {}): Promise<Ran> {
  return ran(
    promisify(execFile)('bash', ['--norc', '-c', script], {
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
  /** The output so far. */
  readonly out: () => string;
  /** Resolves with the output so far, as soon as it matches. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  /** Resolves with its exit code at its end; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Ends it and returns its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `tollgate WORDS`. @param before a script that runs first in its process */
export function startTollgate(words: Words, before?: string): Running {
  const first =
    before === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(before)}`];

  return watch(spawn(process.execPath, [...first, MAIN, ...wordsOf(words)]));
}

/** Starts `tollgate WORDS` in this process, with an `AbortSignal` in place of signals. */
export function startHere(words: Words): Running {
  const output = collectOutput();
  const shutdown = new AbortController();
  const running = runHere(wordsOf(words), {}, { onPrint: output.add, shutdown: shutdown.signal });
  const ended = running.then(({ code }) => code);
  void ended.finally(output.close).catch(() => undefined);

  return toRunning(output, ended, 'SIGTERM', (signal) => shutdown.abort(128 + constants.signals[signal]));
}

/** A mock that prints where it listens, and a call with the token that it prints. */
export async function listening(mock: Running) {
  const welcome = await mock.printed(/Ctrl-C/);
  const url = /listens on (\S+)/.exec(welcome)?.[1] ?? '';
  const token = /TOLLGATE_TOKEN=(\S+)/.exec(welcome)?.[1] ?? '';

  return { ...mock, welcome, url, token, post: posting(url, token) };
}

/** A mock of the command, started in this process. */
export const startMockHere = (...options: readonly string[]) =>
  listening(startHere(['mock', '--port', '0', ...options]));

/** Collects the output of both streams of a child. */
export function watch(child: ChildProcess): Running {
  const output = collectOutput();
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.add(chunk.toString()));
  // Not `exit`, which may come before the end of the output.
  child.once('close', output.close);
  const ended = once(child, 'exit').then(([code]) => code as number | null);

  return toRunning(output, ended, 'SIGKILL', (signal) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  });
}

/** @param last the signal that ends it if the test did not */
function toRunning(
  { out, matching }: ReturnType<typeof collectOutput>,
  ended: Promise<number | null>,
  last: NodeJS.Signals,
  signal: (name: NodeJS.Signals) => void,
): Running {
  const end = (name: NodeJS.Signals) => {
    signal(name);

    return ended;
  };

  return {
    ended,
    out,
    printed: matching,
    end,
    [Symbol.asyncDispose]: async () => {
      await end(last);
    },
  };
}

/** Collects the output of a command, and waits until it matches a pattern. */
function collectOutput() {
  let out = '';
  let isClosed = false;
  const listeners = new Set<() => void>();
  const tellAll = () => {
    for (const listener of listeners) listener();
  };

  return {
    out: () => out,
    add(text: string) {
      out += text;
      tellAll();
    },
    close() {
      isClosed = true;
      tellAll();
    },
    matching: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          if (pattern.test(out)) resolve(out);
          else if (isClosed) reject(new Error(`it ended before it printed ${pattern}: ${out}`));
        };
        listeners.add(look);
        look();
      }),
  };
}
