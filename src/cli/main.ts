#!/usr/bin/env node
/** The process: runs the command of its arguments, prints the result, and sets the exit code. */
import type { quote } from '../text/shell.ts';
import type { Paint } from './colors.ts';
import type { CommandContext } from './command.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

const FAULT_OF_THE_TOOL = 4;
/** In milliseconds. */
const KEEP_COMPILED_AFTER = 1_000;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `tollgate: expected Node.js 22.19 or later, got ${process.version}: install a newer one\n`,
  );
  process.exitCode = 2;
} else {
  void run();
}

/** Not at the top level, since CommonJS, which the executable is bundled as, cannot wait there. */
async function run(): Promise<void> {
  // Before anything else is loaded: until then a signal ends the process as it ends any other.
  const shutdown = createShutdown();
  process.on('uncaughtException', (error) => void fail(error));
  // Node ends by itself only where the command waits for something that can no longer happen.
  process.exitCode = FAULT_OF_THE_TOOL;
  // Node keeps what it compiled in the system's folder for temporary files: later starts take half the time.
  // Older ones lack it, and have to get as far as the line above. What is imported before it is compiled at each start.
  const { enableCompileCache, flushCompileCache } = await import('node:module');
  enableCompileCache();
  const unread = new AbortController();
  process.stdout.on('error', (error) => onUnwritable(error, unread));
  process.stderr.on('error', (error) => onUnwritable(error));
  try {
    const [{ runProgram }, { paintFor }, { quote }, { isSea }] = await Promise.all([
      import('./program.ts'),
      import('./colors.ts'),
      import('../text/shell.ts'),
      import('node:sea'),
    ]);
    const paint = paintFor(process.stdout.isTTY === true, process.env);
    const command = isSea() ? calledAs(process.argv0, quote) : commandIn(process.env, quote);
    const running = runProgram(process.argv.slice(2), createContext(shutdown, unread.signal, command, paint));
    shutdown.begin();
    // A server may be ended with SIGKILL, as Playwright does: it could keep nothing then, and would start slowly each time.
    setTimeout(flushCompileCache, KEEP_COMPILED_AFTER).unref();
    const { code, out, problem } = await running;
    await Promise.all([write(process.stdout, out), write(process.stderr, problem ?? '')]);
    flushCompileCache();
    // Not left to Node, which handles no signals while it ends by itself: one would take the place of the exit code.
    process.exit(code);
  } catch (error) {
    await fail(error);
  }
}

async function fail(error: unknown): Promise<never> {
  const { describeInternalError } = await import('./errors.ts');
  await write(process.stderr, `tollgate: ${describeInternalError(error)}\n`);
  process.exit(FAULT_OF_THE_TOOL);
}

/** A reader may leave, as head does: that is no fault, and a judge still ends with its verdict. A full disk is a fault. */
function onUnwritable({ code }: NodeJS.ErrnoException, unread?: AbortController): void {
  if (code === 'EPIPE') {
    unread?.abort();
    return;
  }
  if (!process.stderr.destroyed) process.stderr.write(`tollgate: what came cannot be printed (${code})\n`);
  process.exit(2);
}

/**
 * The command for the hints that are printed. `npm start` in a clone prints absolute paths, which work from any folder;
 * `npm run` would change to the clone's root and keep the command from its signals.
 */
function commandIn(
  { npm_lifecycle_event: script, npm_package_name: project }: NodeJS.ProcessEnv,
  inQuotes: typeof quote,
): string {
  if (script === undefined) return 'tollgate';

  return script !== 'npx' && project === 'tollgate'
    ? `${inQuotes(process.execPath)} ${inQuotes(import.meta.filename)}`
    : 'npx tollgate';
}

/** The executable, as its user called it: by name where it is on the path, else by its path. */
function calledAs(path: string, inQuotes: typeof quote): string {
  return /^[\w./+-]+$/.test(path) ? path : inQuotes(path);
}

/** Ctrl-C and Ctrl-D answer nothing. */
async function askOnTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const { promise, resolve } = Promise.withResolvers<string>();
  terminal.once('close', () => resolve(''));
  terminal.question(question, resolve);
  const answer = await promise;
  terminal.close();

  return answer;
}

function createContext(
  shutdown: Shutdown,
  outputClosed: AbortSignal,
  command: string,
  paint: Paint,
): CommandContext {
  const isWatched = process.stderr.isTTY === true;

  return {
    environment: process.env,
    command,
    print: (text) => process.stdout.write(text),
    warn: (text) => process.stderr.write(text),
    ask: isWatched && process.stdin.isTTY ? askOnTerminal : undefined,
    // A line that is wrapped could not be cleared.
    progress: (text) =>
      isWatched && process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`),
    paint,
    get shutdown() {
      return shutdown.signal;
    },
    outputClosed,
  };
}

/** Resolves when it was handed on, or never can be. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}
