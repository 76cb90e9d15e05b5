/** The clock of a run, so that a recorded run can be played back: the time of the latest event, and pauses. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as timer } from 'node:timers/promises';

export interface RunClock {
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  readonly date: () => Date;
  /** Resolves after this many milliseconds, or earlier where the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Calls back once all that follows from the current event has run. */
  readonly afterwards: (act: () => void) => void;
}

const OF_THE_MACHINE: RunClock = {
  now: () => performance.now(),
  date: () => new Date(),
  pause: (ms, signal) => timer(ms, undefined, { signal }).catch(() => {}),
  afterwards: (act) => void setImmediate(act),
};

const chosen = new AsyncLocalStorage<RunClock>();

/** The clock of the run that calls it; that of the machine outside of runs. */
export function clock(): RunClock {
  return chosen.getStore() ?? OF_THE_MACHINE;
}

export function now(): number {
  return clock().now();
}

/** Runs with this clock, and so does all that it starts. */
export function withClock<T>(given: RunClock, act: () => T): T {
  return chosen.run(given, act);
}
