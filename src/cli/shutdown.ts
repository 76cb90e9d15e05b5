/** Handles SIGINT and SIGTERM, and gives the exit codes that shells use for them. */
import { constants } from 'node:os';

type ShutdownSignal = 'SIGINT' | 'SIGTERM';

/** In milliseconds: npm forwards to its child the signal that the terminal has sent it already. */
const ONE_PRESS = 500;

export interface Shutdown {
  /** Aborts on the first signal, with the exit code as its reason. A command that reads this handles the signal. */
  readonly signal: AbortSignal;
  /**
   * The command has begun: from now on a signal ends the process at once, unless the command watches for it. One that
   * came earlier counts now.
   */
  readonly begin: () => void;
}

/**
 * Handles SIGINT and SIGTERM from now until the process is gone, so that no signal takes the place of an exit code.
 * At the second one the process ends at once, whatever it is doing.
 */
export function createShutdown(target: Pick<NodeJS.Process, 'on' | 'exit'> = process): Shutdown {
  const shutdown = new AbortController();
  let hasBegun = false;
  let isWatched = false;
  let askedAt = 0;
  const ask = (signal: ShutdownSignal) => {
    const now = performance.now();
    const isFirst = !shutdown.signal.aborted;
    if (isFirst) {
      askedAt = now;
      shutdown.abort(codeOf(signal));
    }
    if (isFirst ? hasBegun && !isWatched : now - askedAt > ONE_PRESS) target.exit(codeOf(signal));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) target.on(signal, ask);

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

/** 130 for SIGINT, 143 for SIGTERM. */
function codeOf(signal: ShutdownSignal): number {
  return 128 + constants.signals[signal];
}

/** The exit code of a command that was interrupted. */
export function interruptedCode({ reason }: AbortSignal): number {
  return typeof reason === 'number' ? reason : codeOf('SIGINT');
}

/** Resolves on SIGINT or SIGTERM. */
export function whenShutdown(shutdown: AbortSignal): Promise<void> {
  if (shutdown.aborted) return Promise.resolve();

  return new Promise((resolve) => shutdown.addEventListener('abort', () => resolve(), { once: true }));
}
