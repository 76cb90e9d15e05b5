/** How long a run waits in all for a deployment that says "later". Milliseconds throughout. */

export interface Patience {
  /** Of one request, and of a time in which none gets anything else. */
  readonly each: number;
  /** Of the whole run, counting a time once in which several requests wait. */
  readonly all: number;
}

/** What each request of the cap may cost, so that a run has more patience where it was given more to do. */
const PER_REQUEST = 40;
const LEAST = 30_000;

export function patienceFor(maxRequests: number): Patience {
  return { each: 30_000, all: Math.max(LEAST, maxRequests * PER_REQUEST) };
}

export interface WaitingTime {
  /** Counts for as long as `wait` takes. */
  during(wait: Promise<unknown>): Promise<void>;
  /** So far. */
  readonly spent: number;
}

export function createWaitingTime(): WaitingTime {
  let waiting = 0;
  let since = 0;
  let spent = 0;
  const untilNow = () => (waiting === 0 ? spent : spent + performance.now() - since);

  return {
    async during(wait) {
      if (waiting++ === 0) since = performance.now();
      await wait;
      if (waiting === 1) spent = untilNow();
      waiting--;
    },
    get spent() {
      return untilNow();
    },
  };
}
