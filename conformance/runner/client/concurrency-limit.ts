/** Adapts the number of requests in flight to the deployment's response times and throttling. */

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

/** Fast responses, for each request in flight, before the limit grows by one. */
const GROWTH_AFTER = 5;
/** Fast responses, for each request in flight, before a throttled limit is tried again. */
const RETRY_AFTER = 50;
/** Responses, for each request in flight, after which throttling has another reason than concurrency. */
const PROVEN_AFTER = 3;

export function createConcurrencyLimit({
  concurrency: configured,
  timeout,
}: ConcurrencyOptions): ConcurrencyLimit {
  let concurrency = configured;
  let current = concurrency;
  let hasBackedOff = false;
  let fastestAlone = Number.POSITIVE_INFINITY;
  let lastTimes: readonly number[] = [];
  /** Since the limit last changed. */
  let answers = 0;
  let fastAnswers = 0;
  /** The limit at which the deployment throttled at once. */
  let ceiling = Number.POSITIVE_INFINITY;

  const setTo = (limit: number) => {
    current = limit;
    answers = 0;
    fastAnswers = 0;
  };
  const backOffTo = (limit: number) => {
    hasBackedOff = true;
    setTo(Math.max(1, Math.floor(limit)));
  };
  /** Requests sent under a higher limit say nothing about the current one. */
  const isTelling = (peak: number) => peak > 1 && peak <= current;

  return {
    get current() {
      return current;
    },
    limitTo(most) {
      concurrency = Math.min(concurrency, most);
      current = Math.min(current, concurrency);
    },
    answered(ms, peak) {
      lastTimes = [...lastTimes, ms].slice(-concurrency);
      if (peak === 1 && ms < fastestAlone) {
        fastestAlone = ms;
        // Assumes that the deployment handles one request after another, until later responses show otherwise.
        if (!hasBackedOff) current = Math.min(concurrency, Math.max(1, Math.floor((SLOW * timeout) / ms)));
      }
      if (ms > SLOW * timeout && isTelling(peak)) backOffTo(peak / 2);
      answers++;
      if (ms > FAST * timeout || current === concurrency) return;
      fastAnswers++;
      if (fastAnswers >= current * (current + 1 === ceiling ? RETRY_AFTER : GROWTH_AFTER)) setTo(current + 1);
    },
    throttled(peak) {
      // Not because of concurrency.
      if (peak === 1) ceiling = Number.POSITIVE_INFINITY;
      if (!isTelling(peak)) return;
      if (answers >= current * PROVEN_AFTER) return backOffTo(current - 1);
      ceiling = peak;
      backOffTo(peak / 2);
    },
    timedOut(peak) {
      const isLoaded = peak > 1 && lastTimes.some((ms) => ms > FAST * timeout);
      if (isLoaded && isTelling(peak)) backOffTo(peak / 2);

      return isLoaded;
    },
  };
}
