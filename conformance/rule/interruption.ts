/** Ends a run early: the error to throw, and a sleep that an interruption ends. */
import { clock } from './clock.ts';

/** Thrown in place of a result once the run is interrupted. */
export class Interrupted extends Error {
  readonly code = 'interrupted';
}

export const INTERRUPTED = 'not judged: the run was interrupted';

export function neverInterrupted(): AbortSignal {
  return new AbortController().signal;
}

/** @throws Interrupted */
export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted(INTERRUPTED);
}

/** Milliseconds in which a short outage of a gateway may end. */
export const OUTAGE = 600;

/** Milliseconds for which a server may be overloaded, and fail calls now and then. */
export const LONGEST_OVERLOAD = 1500;

/** Milliseconds between baseline requests, in which a supervisor restarts a process. */
export const PAUSES = [200, 400, 900, 1500, 2000] as const;

/** Waits for this many milliseconds. @throws Interrupted */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await clock().pause(ms, signal);
  throwIfInterrupted(signal);
}
