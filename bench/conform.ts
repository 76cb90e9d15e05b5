/** Measures how long the suite takes to judge the built-in mock, from start to exit, and how many requests it sends. */
import type { Report } from '../conformance/report/report.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, median, ratio, show, showRatio, showTarget } from './figures.ts';
import type { Table } from './table.ts';

/** The same seeds each time, so that two runs send the same requests. */
const SEEDS = [1, 2, 3, 4, 5];

const EFFORTS = ['quick', 'standard'] as const;
type Effort = (typeof EFFORTS)[number];

const TARGETS = {
  quick: { milliseconds: atMost(1_500), requests: atMost(120) },
  standard: { milliseconds: atMost(3_000), requests: atMost(1_500) },
};

interface Judging {
  readonly milliseconds: number;
  readonly requests: number;
}

export type Judgings = Readonly<Record<Effort, readonly Judging[]>>;

export const conform: Benchmark = {
  name: 'conform',
  runs: 'always',

  async run({ processes, progress }) {
    const nothing: number[] = [];
    const judgings: Record<Effort, Judging[]> = { quick: [], standard: [] };

    for (const seed of SEEDS) {
      progress(`conform: seed ${seed} of ${SEEDS.length}`);
      nothing.push((await processes.run(['-e', '0'])).milliseconds);
      for (const effort of EFFORTS) {
        const options = ['--report', 'json', '--effort', effort, '--seed', `${seed}`];
        const { out, milliseconds } = await processes.run([
          'cli/tollgate.js',
          'conform',
          '--mock',
          ...options,
        ]);
        judgings[effort].push({ milliseconds, requests: requestsOf(out) });
      }
    }

    return conformTable(judgings, median(nothing));
  },
};

/** @throws where the report does not say that the mock conforms */
export function requestsOf(out: string): number {
  const { verdict, requests, summary }: Pick<Report, 'verdict' | 'requests' | 'summary'> = JSON.parse(out);
  if (verdict === 'conformant' && requests > 0) return requests;
  throw new Error(`expected the built-in mock to be conformant, got ${verdict}: ${summary}`);
}

export function conformTable(judgings: Judgings, nothing: number): Table {
  return {
    title: `conform: the suite judges the built-in mock, whole process: median time and most requests of ${SEEDS.length} seeds`,
    columns: ['effort', 'ms', 'target', '× node -e 0', 'requests', 'target', 'requests/s'],
    rows: EFFORTS.map((effort) => {
      const milliseconds = median(judgings[effort].map((judging) => judging.milliseconds));
      const requests = Math.max(...judgings[effort].map((judging) => judging.requests));

      return [
        effort,
        show(milliseconds),
        showTarget(TARGETS[effort].milliseconds, milliseconds),
        showRatio(ratio(milliseconds, nothing)),
        show(requests),
        showTarget(TARGETS[effort].requests, requests),
        show(median(judgings[effort].map((judging) => (judging.requests / judging.milliseconds) * 1000))),
      ];
    }),
  };
}
