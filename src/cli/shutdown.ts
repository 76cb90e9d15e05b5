/** Handles SIGINT, SIGTERM and SIGHUP, and gives the exit codes that shells use for them. */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type ShutdownSignal = (typeof SIGNALS)[number];

/** Milliseconds in which a second signal counts as the same key press: npm forwards the signal that the terminal also sends. */
const ONE_PRESS = 500;

export interface Shutdown {
  /** Aborts on the first signal, with the exit code as its reason. A command that reads this handles the signal. */
  readonly signal: AbortSignal;
  /**
   * Marks the start of the command: from now on a signal ends the process at once, unless the command handles it. An
   * earlier signal takes effect now.
   */
  readonly begin: () => void;
}

/**
 * Handles the signals until the process ends, so that none replaces an exit code. The second one ends the process at once.
 */
export function createShutdown(target: Pick<NodeJS.Process, 'on' | 'exit'> = process): Shutdown {
  const shutdown = new AbortController();
  let hasBegun = false;
  let isWatched = false;
  let abortedAt = 0;
  const handle = (signal: ShutdownSignal) => {
    const now = performance.now();
    const isFirst = !shutdown.signal.aborted;
    if (isFirst) {
      abortedAt = now;
      shutdown.abort(codeOf(signal));
    }
    if (isFirst ? hasBegun && !isWatched : now - abortedAt > ONE_PRESS) target.exit(codeOf(signal));
  };
  for (const signal of SIGNALS) target.on(signal, handle);

  return {
    get signal() {
      isWatched = true;

      return shutdown.signal;
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
