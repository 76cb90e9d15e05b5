/** Estimates the rate limit of a deployment that throttles requests without stating its limit. */

/** The share of the measured rate to use. */
const MARGIN = 0.95;
/** The rate grows with each response, and faster the more arrive in a row, to correct a low measurement. */
const GROWTH = 0.0002;
const MAX_GROWTH = 0.02;
/** Requests per second: a lower rate would not help, and a higher one is not a limit. */
const MIN_RATE = 0.5;
const MAX_RATE = 1000;

export interface RateEstimate {
  answered(): void;
  /** Reports a throttled request, at this time of `performance.now()`. */
  throttled(at: number): void;
  /** Requests per second; undefined where no limit is known. */
  readonly rate: number | undefined;
}

/**
 * Between two throttled requests, a limiter lets through as many as its rate allows: responses by time.
 * A deployment that throttles as often at half of that rate has another reason, and gets no limit.
 */
export function createRateEstimate(): RateEstimate {
  let since: number | undefined;
  let answers = 0;
  let rate: number | undefined;
  let first: { readonly rate: number; readonly answers: number } | undefined;
  let hasOtherReason = false;

  return {
    answered() {
      answers++;
      if (rate === undefined) return;
      rate *= 1 + Math.min(MAX_GROWTH, GROWTH * answers);
      if (rate > MAX_RATE) rate = undefined;
    },
    throttled(at) {
      // Throttled requests without a response in between count as one.
      if (hasOtherReason || (since !== undefined && answers === 0)) return;
      if (since !== undefined && at > since) {
        const measured = (answers * 1000) / (at - since);
        first ??= { rate: measured, answers };
        hasOtherReason = rate !== undefined && rate <= first.rate / 2 && answers <= 2 * first.answers;
        rate = hasOtherReason ? undefined : Math.max(MIN_RATE, measured * MARGIN);
      }
      since = at;
      answers = 0;
    },
    get rate() {
      return rate;
    },
  };
}
