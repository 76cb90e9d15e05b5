/** Adapts the number of requests in flight: halved where the deployment puts calls off or answers late, and slowly raised again. */

export interface ConcurrencyLimit {
  readonly current: number;
  /** Lowers the highest limit. */
  limitTo(most: number): void;
  /** Reports a response. `peak`: the most requests in flight meanwhile, this one included. */
  answered(ms: number, peak: number): void;
  /** Reports a request that was throttled. */
  throttled(peak: number): void;
  /** Reports a timeout. Returns whether the load of the other requests may be the reason. */
  timedOut(peak: number): boolean;
}

interface ConcurrencyOptions {
  /** The highest limit. */
  readonly concurrency: number;
  /** Milliseconds within which a response must arrive. */
  readonly timeout: number;
}

/** Shares of the timeout: a slower response lowers the limit, a faster one raises it. */
const SLOW = 0.5;
const FAST = 0.25;

/** Fast responses, for each request in flight, before the limit grows by one: twice as many after each throttling. */
const GROWTH_AFTER = { first: 5, most: 80 };

export function createConcurrencyLimit({ concurrency, timeout }: ConcurrencyOptions): ConcurrencyLimit {
  let most = concurrency;
  let current = concurrency;
  let growthAfter = GROWTH_AFTER.first;
  let hasBackedOff = false;
  let fastestAlone = Number.POSITIVE_INFINITY;
  let lastTimes: readonly number[] = [];
  /** Since the limit last changed. */
  let fastAnswers = 0;

  const setTo = (limit: number) => {
    current = Math.max(1, Math.min(most, Math.floor(limit)));
    fastAnswers = 0;
  };
  /** Halves the limit. Requests that were sent under a higher one say nothing about the current one. */
  const halve = (peak: number): boolean => {
    const isTelling = peak > 1 && peak <= current;
    if (isTelling) setTo(peak / 2);
    hasBackedOff ||= isTelling;

    return isTelling;
  };

  return {
    get current() {
      return current;
    },
    limitTo(limit) {
      most = Math.min(most, limit);
      current = Math.min(current, most);
    },
    answered(ms, peak) {
      lastTimes = [...lastTimes, ms].slice(-concurrency);
      if (peak === 1 && ms < fastestAlone) {
        fastestAlone = ms;
        // Assumes that the deployment handles one request after another, until later responses show otherwise.
        if (!hasBackedOff) setTo((SLOW * timeout) / ms);
      }
      if (ms > SLOW * timeout) halve(peak);
      if (ms > FAST * timeout || current === most) return;
      fastAnswers++;
      if (fastAnswers >= current * growthAfter) setTo(current + 1);
    },
    throttled(peak) {
      if (halve(peak)) growthAfter = Math.min(GROWTH_AFTER.most, 2 * growthAfter);
    },
    timedOut(peak) {
      const isLoaded = peak > 1 && lastTimes.some((ms) => ms > FAST * timeout);
      if (isLoaded) halve(peak);

      return isLoaded;
    },
  };
}
