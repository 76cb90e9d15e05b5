/** How long answers took, told by a handful of numbers and a histogram. Milliseconds throughout. */

export interface Latencies {
  readonly answered: number;
  /** Requests that got no answer; they are in no other number here. */
  readonly unanswered: number;
  /** Half of the answers took no longer than this. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Each with the answers that took longer than the bucket before it holds; without empty ones at either end. */
  readonly buckets: readonly LatencyBucket[];
}

interface LatencyBucket {
  readonly upTo: number;
  readonly answers: number;
}

export interface Stopwatch {
  note(ms: number): void;
  noteUnanswered(): void;
  /** Undefined as long as nothing was answered. */
  read(): Latencies | undefined;
}

export function createStopwatch(): Stopwatch {
  const times: number[] = [];
  let unanswered = 0;

  return {
    note: (ms) => void times.push(ms),
    noteUnanswered() {
      unanswered++;
    },
    read() {
      if (times.length === 0) return undefined;
      const sorted = times.toSorted((one, other) => one - other);
      const quantile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

      return {
        answered: sorted.length,
        unanswered,
        p50: quantile(0.5),
        p95: quantile(0.95),
        p99: quantile(0.99),
        max: quantile(1),
        buckets: toBuckets(sorted),
      };
    },
  };
}

function toBuckets(times: readonly number[]): readonly LatencyBucket[] {
  const bounds = boundsBeyond(times.at(-1) ?? 0);
  const buckets = bounds.map((upTo, index) => ({
    upTo,
    answers: times.filter((ms) => ms <= upTo && ms > (bounds[index - 1] ?? -1)).length,
  }));

  return buckets.slice(buckets.findIndex(({ answers }) => answers > 0));
}

/** 1, 2, 5, 10, 20, … until all is within. */
function boundsBeyond(longest: number): readonly number[] {
  const bounds: number[] = [];
  for (let decade = 1; (bounds.at(-1) ?? 0) < longest || bounds.length === 0; decade *= 10)
    bounds.push(decade, 2 * decade, 5 * decade);

  return bounds.slice(0, bounds.findIndex((bound) => bound >= longest) + 1);
}
