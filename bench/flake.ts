/** Whether a verdict depends on luck: the same right mock judged again and again over a line that loses answers. */

import { readDeployment } from '../conformance/deployment/deployment-file.ts';
import { conform } from '../conformance/index.ts';
import type { Report } from '../conformance/report/report.ts';
import { startMock } from '../src/mock/index.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, median, show, showTarget } from './figures.ts';
import type { Table } from './table.ts';

/** One answer in a hundred is a server error, one in a hundred is lost, and each comes when it likes. */
const FAULTS = ['probability=0.01: status=503', 'probability=0.01: reset', 'latency=2;jitter=2'];

const EFFORTS = ['quick', 'standard'] as const;
type Effort = (typeof EFFORTS)[number];

/** Runs at quick effort for each at standard effort. */
const QUICK_RUNS = 5;

const AT_ONCE = 2;

/** The mock takes no token but its own. */
const SECRET = 'a secret of at least 32 characters, for a bench';

interface Judged {
  readonly effort: Effort;
  readonly seed: number;
  readonly report: Pick<Report, 'verdict' | 'summary' | 'requests' | 'durationMs' | 'rules'>;
}

export const flake: Benchmark = {
  name: 'flake',
  runs: 'when asked for',

  async run({ pace, progress }) {
    const { runs } = pace.flake;
    const judged: Judged[] = [];
    const seeds = Array.from({ length: runs }, (_, n) => n + 1);
    const work = async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const effort = seed % (QUICK_RUNS + 1) === 0 ? 'standard' : 'quick';
        judged.push({ effort, seed, report: await judge(effort, seed) });
        progress(`flake: ${judged.length} of ${runs}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    return flakeTable(judged);
  },
};

async function judge(effort: Effort, seed: number): Promise<Report> {
  await using mock = await startMock({ port: 0, faults: FAULTS, faultSeed: seed, jwtSecret: SECRET });
  const deployment = readDeployment('', 'flake', {}, { url: mock.url, token: mock.token('one') });

  return await conform({ deployment, effort, seed });
}

function flakeTable(judged: readonly Judged[]): Table {
  const differing = judged.filter(({ report }) => report.verdict !== 'conformant');
  const outcomes = (of: readonly Judged[], level: string, outcome: string) =>
    of.flatMap(({ report }) =>
      report.rules.filter((rule) => rule.level === level && rule.outcome === outcome),
    ).length;

  return {
    title: `flake: the mock with ${FAULTS.map((fault) => `"${fault}"`).join(', ')}, judged ${judged.length} times`,
    columns: [
      'effort',
      'runs',
      'another verdict',
      'target',
      'must failed',
      'must unstable',
      'should failed',
      'requests',
      'ms',
    ],
    rows: EFFORTS.map((effort) => {
      const of = judged.filter((one) => one.effort === effort);
      const wrong = of.filter((one) => differing.includes(one)).length;

      return [
        effort,
        show(of.length),
        show(wrong),
        showTarget(atMost(0), wrong),
        show(outcomes(of, 'must', 'fail')),
        show(outcomes(of, 'must', 'unstable')),
        show(outcomes(of, 'should', 'fail')),
        of.length === 0 ? '' : show(median(of.map(({ report }) => report.requests))),
        of.length === 0 ? '' : show(median(of.map(({ report }) => report.durationMs))),
      ];
    }),
    notes: differing.map(
      ({ effort, seed, report }) => `${effort}, seed ${seed}: ${report.verdict}: ${report.summary}`,
    ),
  };
}
