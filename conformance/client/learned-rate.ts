/** Learns how many requests per second a deployment takes that puts requests off and does not say how many. */

/** The part of the measured rate that is kept to. */
const MARGIN = 0.95;
/** The rate grows with each answer, faster the more came in a row, so that one that was measured too low recovers. */
const GROWTH = 0.0002;
const MOST_GROWTH = 0.02;
/** Requests per second: slower than this would be no help, and faster no limit. */
const LEAST = 0.5;
const MOST = 1000;

export interface LearnedRate {
  /** Tells of a request that was answered. */
  answered(): void;
  /** Tells of a request that was put off, at this time of `performance.now()`. */
  putOff(at: number): void;
  /** Requests per second; undefined as long as no limit is known. */
  readonly rate: number | undefined;
}

/**
 * Between two requests that were put off, a limit by time lets through what it allows: answers by time is its rate.
 * A deployment that puts requests off whatever their rate does so as often at half of it: then nothing is learned.
 */
export function createLearnedRate(): LearnedRate {
  let since: number | undefined;
  let answers = 0;
  let rate: number | undefined;
  let first: { readonly rate: number; readonly answers: number } | undefined;
  let isInVain = false;

  return {
    answered() {
      answers++;
      if (rate === undefined) return;
      rate *= 1 + Math.min(MOST_GROWTH, GROWTH * answers);
      if (rate > MOST) rate = undefined;
    },
    putOff(at) {
      // Those that follow without an answer between them are put off by the same limit.
      if (isInVain || (since !== undefined && answers === 0)) return;
      if (since !== undefined && at > since) {
        const measured = (answers * 1000) / (at - since);
        first ??= { rate: measured, answers };
        isInVain = rate !== undefined && rate <= first.rate / 2 && answers <= 2 * first.answers;
        rate = isInVain ? undefined : Math.max(LEAST, measured * MARGIN);
      }
      since = at;
      answers = 0;
    },
    get rate() {
      return rate;
    },
  };
}
