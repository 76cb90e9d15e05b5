/** Summarises response times as percentiles and a histogram. Milliseconds throughout. */
import type { Latencies } from './report.ts';

/** Undefined before the first response. */
export function latenciesOf(times: readonly number[], unanswered: number): Latencies | undefined {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((one, other) => one - other);
  const quantile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  const bounds = boundsUpTo(quantile(1));
  const buckets = bounds.map((upTo, index) => ({
    upTo,
    answers: sorted.filter((ms) => ms <= upTo && ms > (bounds[index - 1] ?? -1)).length,
  }));

  return {
    answered: sorted.length,
    unanswered,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    max: quantile(1),
    buckets: buckets.slice(buckets.findIndex(({ answers }) => answers > 0)),
  };
}

/** 1, 2, 5, 10, 20, … up to the first that is not below `longest`. */
function boundsUpTo(longest: number): readonly number[] {
  const bounds: number[] = [];
  for (let decade = 1; (bounds.at(-1) ?? 0) < longest || bounds.length === 0; decade *= 10)
    bounds.push(decade, 2 * decade, 5 * decade);

  return bounds.slice(0, bounds.findIndex((bound) => bound >= longest) + 1);
}
