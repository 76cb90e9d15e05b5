/** The clock of a run, in milliseconds. */
import { setTimeout as timer } from 'node:timers/promises';

export interface Clock {
  /** Since 1970; never goes back. */
  now(): number;
  /** Resolves after this time, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  wait: (ms, signal) => timer(ms, undefined, { signal }).catch(() => {}),
};
