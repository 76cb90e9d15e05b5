/** How a command is asked to end, and the exit codes that shells know for it. */
import { constants } from 'node:os';

type EndingSignal = 'SIGINT' | 'SIGTERM';

/** What one press of Ctrl-C may come as, in milliseconds: npm hands on to its child what the terminal sent it already. */
const ONE_PRESS = 500;

export interface Ending {
  /** Aborts when the process is asked to end, with its exit code as the reason. A command that reads this watches for it. */
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
export function createEnding(target: Pick<NodeJS.Process, 'on' | 'exit'> = process): Ending {
  const ending = new AbortController();
  let hasBegun = false;
  let isWatched = false;
  let askedAt = 0;
  const ask = (signal: EndingSignal) => {
    const now = performance.now();
    const isFirst = !ending.signal.aborted;
    if (isFirst) {
      askedAt = now;
      ending.abort(codeOf(signal));
    }
    if (isFirst ? hasBegun && !isWatched : now - askedAt > ONE_PRESS) target.exit(codeOf(signal));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) target.on(signal, ask);

  return {
    get signal() {
      isWatched = true;

      return ending.signal;
    },
    begin() {
      hasBegun = true;
      if (ending.signal.aborted && !isWatched) target.exit(interruptedCode(ending.signal));
    },
  };
}

/** 130 for Ctrl-C, 143 where the process was told to terminate. */
function codeOf(signal: EndingSignal): number {
  return 128 + constants.signals[signal];
}

/** The exit code of a command that was interrupted. */
export function interruptedCode({ reason }: AbortSignal): number {
  return typeof reason === 'number' ? reason : codeOf('SIGINT');
}

/** Resolves when the process is asked to end. */
export function asked(ending: AbortSignal): Promise<void> {
  if (ending.aborted) return Promise.resolve();

  return new Promise((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }));
}
