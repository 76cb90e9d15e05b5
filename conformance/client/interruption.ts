/** The end of a run before its time: nothing more is asked, and nothing that was under way is taken for an answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from './transport.ts';

/** Thrown in place of an answer once the run was interrupted. */
export class Interrupted extends Error {
  readonly code = 'interrupted';
}

export const INTERRUPTED = 'not judged: the run was interrupted';

/** For a run that nobody can interrupt. */
export function neverInterrupted(): AbortSignal {
  return new AbortController().signal;
}

/** @throws Interrupted */
export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted(INTERRUPTED);
}

/** Waits so many milliseconds, or until the run is interrupted. @throws Interrupted */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
  throwIfInterrupted(signal);
}

/** A transport that an interruption closes, with all that is under way. Its `send` throws Interrupted from then on. */
export function interruptible(transport: Transport, signal: AbortSignal): Transport {
  const cutOff = () => void transport.close();
  signal.addEventListener('abort', cutOff, { once: true });

  return {
    async send(request, beforeHop) {
      throwIfInterrupted(signal);
      const answer = await transport.send(request, beforeHop);
      // What came of a connection that was closed here says nothing of the deployment.
      throwIfInterrupted(signal);

      return answer;
    },
    close() {
      signal.removeEventListener('abort', cutOff);

      return transport.close();
    },
  };
}
