/** Handles SIGINT, SIGTERM and SIGHUP, and gives the exit codes that shells use for them. */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type ShutdownSignal = (typeof SIGNALS)[number];

/** Milliseconds in which a second signal counts as the same key press: npm forwards the signal that the terminal also sends. */
const ONE_PRESS = 500;

export interface Shutdown {
  /** Aborts on the first signal, with the exit code as its reason. A command that reads this handles the signal. */
  readonly signal: AbortSignal;
  /** Aborts on the second signal. A command that reads this handles that signal, too; the next one ends the process. */
  readonly hurry: AbortSignal;
  /** Ends the command as a signal does, with this exit code. @returns whether the command handles it */
  readonly end: (code: number) => boolean;
  /**
   * Marks the start of the command: from now on a signal ends the process at once, unless the command handles it. An
   * earlier signal takes effect now.
   */
  readonly begin: () => void;
}

/** Handles the signals until the process ends, so that none replaces an exit code. */
export function createShutdown(target: Pick<NodeJS.Process, 'on' | 'exit'> = process): Shutdown {
  const shutdown = new AbortController();
  let hasBegun = false;
  let isWatched = false;
  let abortedAt = 0;
  const hurry = new AbortController();
  let isHurryWatched = false;
  const handle = (signal: ShutdownSignal) => {
    const now = performance.now();
    if (!shutdown.signal.aborted) {
      abortedAt = now;
      shutdown.abort(codeOf(signal));
      if (hasBegun && !isWatched) target.exit(codeOf(signal));
    } else if (now - abortedAt > ONE_PRESS) {
      if (!isHurryWatched || hurry.signal.aborted) target.exit(codeOf(signal));
      abortedAt = now;
      hurry.abort();
    }
  };
  for (const signal of SIGNALS) target.on(signal, handle);

  return {
    get signal() {
      isWatched = true;

      return shutdown.signal;
    },
    get hurry() {
      isHurryWatched = true;

      return hurry.signal;
    },
    end(code) {
      if (!isWatched || shutdown.signal.aborted) return false;
      shutdown.abort(code);
      hurry.abort();

      return true;
    },
    begin() {
      hasBegun = true;
      if (shutdown.signal.aborted && !isWatched) target.exit(interruptedCode(shutdown.signal));
    },
  };
}

/** 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP. */
function codeOf(signal: ShutdownSignal): number {
  return 128 + constants.signals[signal];
}

/** The exit code of a command that was interrupted. */
export function interruptedCode({ reason }: AbortSignal): number {
  return typeof reason === 'number' ? reason : codeOf('SIGINT');
}

/** Resolves on the first signal. */
export function whenShutdown(shutdown: AbortSignal): Promise<void> {
  if (shutdown.aborted) return Promise.resolve();

  return new Promise((resolve) => shutdown.addEventListener('abort', () => resolve(), { once: true }));
}
