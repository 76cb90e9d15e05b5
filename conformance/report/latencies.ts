/** Summarises response times as percentiles. Milliseconds throughout. */
import type { Latencies } from './report.ts';

/** Undefined before the first response. */
export function latenciesOf(times: readonly number[], unanswered: number): Latencies | undefined {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((one, other) => one - other);
  const quantile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;

  return {
    ...{ answered: sorted.length, unanswered },
    ...{ p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), max: quantile(1) },
  };
}
