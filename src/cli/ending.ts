/** How a command is asked to end, and the exit codes that shells know for it. */
import { constants } from 'node:os';

type EndingSignal = 'SIGINT' | 'SIGTERM';

/** What one press of Ctrl-C may come as, in milliseconds: npm hands on to its child what the terminal sent it already. */
const ONE_PRESS = 500;

export interface Ending {
  /** Aborts when the process is asked to end, with its exit code as the reason. Until somebody looks at it, the process just ends. */
  readonly signal: AbortSignal;
  readonly wasAsked: boolean;
}

/** Asked again, the process ends at once, whatever it is doing. */
export function createEnding(target: Pick<NodeJS.Process, 'on' | 'exit'> = process): Ending {
  const ending = new AbortController();
  let isWatched = false;
  let askedAt = 0;
  const ask = (signal: EndingSignal) => {
    const now = performance.now();
    if (ending.signal.aborted && now - askedAt > ONE_PRESS) target.exit(codeOf(signal));
    if (ending.signal.aborted) return;
    askedAt = now;
    ending.abort(codeOf(signal));
  };

  return {
    get signal() {
      if (!isWatched) for (const signal of ['SIGINT', 'SIGTERM'] as const) target.on(signal, ask);
      isWatched = true;

      return ending.signal;
    },
    get wasAsked() {
      return ending.signal.aborted;
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
