/** Counts the calls of a mock or proxy for GET /_tollgate/metrics, in the Prometheus text format 0.0.4. */
import { pathOf } from '../contract/operations.ts';
import { splitUrl } from '../exchange/exchange.ts';
import { FAULT_HEADER } from '../exchange/journal/entry.ts';
import type { RecordedExchange } from '../exchange/journal/recorded-exchange.ts';
import { route } from './routes.ts';

export interface Metrics {
  readonly count: (exchange: RecordedExchange) => void;
  readonly text: () => string;
}

export const metricsRoute = route<{ readonly metrics: Metrics }>(
  'GET /metrics',
  'Returns counts of calls, refusals by rule, faults and findings, and a histogram of latencies, for Prometheus. Resets keep them.',
  (_, { metrics }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    text: metrics.text(),
  }),
);

export function createMetrics(): Metrics {
  const calls = createCounter('tollgate_calls_total', 'Calls by operation and status.', [
    'operation',
    'status',
  ]);
  const refusals = createCounter('tollgate_refusals_total', 'Refusals of the mock by the rule broken.', [
    'rule',
  ]);
  const faults = createCounter('tollgate_faults_total', 'Injected faults by kind.', ['fault']);
  const findings = createCounter('tollgate_findings_total', 'Findings about clients by rule.', ['rule']);
  const latencies = createHistogram(
    'tollgate_call_duration_seconds',
    'Time to handle a call, without the delays of faults.',
  );

  return {
    count({ request, response, duration, refusal, hints }) {
      const operation = OPERATIONS.get(splitUrl(request).path ?? '') ?? 'other';
      calls.add(operation, String(response.status));
      latencies.observe(operation, duration / 1000);
      if (refusal !== undefined)
        for (const rule of new Set(refusal.violations.map((violation) => violation.rule ?? 'none')))
          refusals.add(rule);
      for (const { rule } of hints) findings.add(rule);
      for (const kind of kindsIn(response.headers[FAULT_HEADER])) faults.add(kind);
    },
    text: () => [calls, refusals, faults, findings, latencies].map(({ lines }) => lines()).join(''),
  };
}

const OPERATIONS = new Map([
  [pathOf('calculateFee'), 'fee'],
  [pathOf('attachSale'), 'sale'],
]);

/** The names in a fault such as `latency=500,status=429;retry-after=1`. */
function kindsIn(fault: string | undefined): readonly string[] {
  return fault?.match(/[a-z-]+(?=[=,;]|$)/g) ?? [];
}

/** A proxy passes on texts of its service: beyond these, labels are counted as `other`. */
const MOST_LABELS = 200;

function createCounter(name: string, help: string, labels: readonly string[]) {
  /** By the values of the labels, with tabs between them. */
  const counts = new Map<string, number>();
  const labelled = (key: string) => key.split('\t').map((value, at) => `${labels[at]}="${escaped(value)}"`);

  return {
    add(first: string, second?: string) {
      const own = second === undefined ? first : `${first}\t${second}`;
      const isRoom = counts.has(own) || counts.size < MOST_LABELS;
      const key = isRoom ? own : labels.map(() => 'other').join('\t');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    lines: () =>
      headOf(name, help, 'counter') +
      [...counts].map(([key, n]) => `${name}{${labelled(key).join(',')}} ${n}\n`).join(''),
  };
}

/** In seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, Number.POSITIVE_INFINITY];

/** @param name of the histogram, which has one series for each operation */
function createHistogram(name: string, help: string) {
  const series = new Map<string, { sum: number; readonly counts: number[] }>();

  return {
    observe(operation: string, seconds: number) {
      const one = series.get(operation) ?? { sum: 0, counts: BUCKETS.map(() => 0) };
      series.set(operation, one);
      one.sum += seconds;
      one.counts[BUCKETS.findIndex((most) => seconds <= most)]! += 1;
    },
    lines: () =>
      headOf(name, help, 'histogram') +
      [...series]
        .flatMap(([operation, { sum, counts }]) => {
          let total = 0;
          const buckets = BUCKETS.map((most, at) => {
            total += counts[at] ?? 0;
            const le = most === Number.POSITIVE_INFINITY ? '+Inf' : most;

            return `${name}_bucket{operation="${operation}",le="${le}"} ${total}\n`;
          });
          const labels = `{operation="${operation}"}`;

          return [...buckets, `${name}_sum${labels} ${sum}\n`, `${name}_count${labels} ${total}\n`];
        })
        .join(''),
  };
}

function headOf(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

/** A label value in double quotes. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
