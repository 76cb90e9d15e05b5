#!/usr/bin/env node
/** The process: runs the command of its arguments, prints the result, and sets the exit code. */
import { relative } from 'node:path';
import { NODE_PROBLEM } from '../src/contract/node-version.ts';
import type { quoteWord } from '../src/text/shell.ts';
import { createShutdown } from './shutdown.ts';

const FAULT_OF_THE_TOOL = 4;
/** In milliseconds. */
const KEEP_COMPILED_AFTER = 1_000;
/** Milliseconds in which a command delivers its reports after a fault of the tool. */
const REPORTS_AFTER_FAULT = 15_000;

if (NODE_PROBLEM !== undefined) {
  process.stderr.write(`tollgate: ${NODE_PROBLEM}\n`);
  process.exitCode = 2;
} else {
  void run();
}

/** A function, because the executable is bundled as CommonJS, which has no top-level await. */
async function run(): Promise<void> {
  // Before anything else is loaded: until then a signal ends the process.
  const shutdown = createShutdown();
  let isBroken = false;
  process.on('uncaughtException', (error) => {
    // A command that judges still delivers what it has judged.
    const isHandled = shutdown.end(FAULT_OF_THE_TOOL);
    isBroken = true;
    void fail(error, isHandled ? REPORTS_AFTER_FAULT : 0);
  });
  // Node exits with this code if the command waits for something that can no longer happen.
  process.exitCode = FAULT_OF_THE_TOOL;
  // Node caches compiled code in the system's folder for temporary files: later starts take half the time.
  // Imported here, because older versions lack it and must reach the check above. Earlier imports are compiled at each start.
  const { enableCompileCache, flushCompileCache } = await import('node:module');
  enableCompileCache();
  const unread = new AbortController();
  process.stdout.on('error', (error) => onUnwritable(error, unread));
  process.stderr.on('error', (error) => onUnwritable(error));
  try {
    const [{ runProgram }, { createProgress, paintFor }, { quoteWord }, { isSea }] = await Promise.all([
      import('./program.ts'),
      import('./terminal.ts'),
      import('../src/text/shell.ts'),
      import('node:sea'),
    ]);
    const running = runProgram(process.argv.slice(2), {
      environment: process.env,
      // The executable is named as its user typed it: by name or by path.
      command: isSea() ? quoteWord(process.argv0) : commandIn(process.env, quoteWord),
      print: (text) => process.stdout.write(text),
      warn: (text) => process.stderr.write(text),
      progress: createProgress(process.stderr),
      paint: paintFor(process.stdout.isTTY === true, process.env),
      run: runProgram,
      get rows() {
        return process.stdout.isTTY === true ? process.stdout.rows : undefined;
      },
      get shutdown() {
        return shutdown.signal;
      },
      get hurry() {
        return shutdown.hurry;
      },
      outputClosed: unread.signal,
    });
    shutdown.begin();
    // Written early, for servers that end with SIGKILL, as Playwright ends them: otherwise each start would be slow.
    setTimeout(flushCompileCache, KEEP_COMPILED_AFTER).unref();
    const { code, out, problem } = await running;
    await Promise.all([write(process.stdout, out), write(process.stderr, problem ?? '')]);
    flushCompileCache();
    // Node handles no signals while it ends on its own: a signal would replace the exit code.
    process.exit(isBroken ? FAULT_OF_THE_TOOL : code);
  } catch (error) {
    await fail(error);
  }
}

/** @param patience milliseconds in which the command may end by itself */
async function fail(error: unknown, patience = 0): Promise<void> {
  const { describeInternalError, toJsonError, wantsJson } = await import('./output.ts');
  const problem = `tollgate: ${describeInternalError(error)}\n`;
  await write(
    process.stderr,
    wantsJson(process.argv) ? toJsonError('internal', problem, 'report it') : problem,
  );
  setTimeout(() => process.exit(FAULT_OF_THE_TOOL), patience);
}

/** The command continues after its reader closes the output, as head does. Another error, such as a full disk, ends it. */
function onUnwritable({ code }: NodeJS.ErrnoException, unread?: AbortController): void {
  if (code === 'EPIPE') {
    unread?.abort();
    return;
  }
  if (!process.stderr.destroyed) process.stderr.write(`tollgate: the output cannot be written (${code})\n`);
  process.exit(2);
}

/**
 * How printed hints call tollgate. `npm start` in a clone prints paths relative to the folder where it was typed, as `npm run`
 * would keep the command from its signals.
 */
function commandIn(
  { npm_lifecycle_event: script, npm_package_name: project, INIT_CWD: folder = '' }: NodeJS.ProcessEnv,
  quotePath: typeof quoteWord,
): string {
  if (script === undefined) return 'tollgate';

  return script !== 'npx' && project === 'tollgate'
    ? [process.execPath, process.argv[1] ?? import.meta.filename]
        .map((path) => quotePath(relative(folder, path)))
        .join(' ')
    : 'npx tollgate';
}

/** Resolves when the text is written, or can no longer be. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}
