/** Judges every legal service at each effort with many seeds, to find false accusations and defective twins that pass. */
import type { EffortName, Report } from '../conformance/index.ts';
import { LEGAL } from '../test/deployments/legal/index.ts';
import { accusationsIn, judgeService, type LegalService } from '../test/deployments/legal/legal-service.ts';
import { TWINS } from '../test/deployments/legal/twins.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, median, show, showTarget } from './figures.ts';
import type { Table } from './table.ts';

/** Runs at the same time, since each mostly waits for answers. */
const AT_ONCE = 4;

interface Run {
  readonly service: LegalService;
  readonly effort: EffortName;
  readonly seed: number;
  readonly report: Pick<Report, 'requests' | 'durationMs'>;
  readonly accusations: readonly string[];
}

export const legal: Benchmark = {
  name: 'legal',
  runs: 'when asked for',

  async run({ pace, progress }) {
    const { seeds, efforts } = pace.legal;
    const cases = efforts.flatMap((effort) =>
      LEGAL.flatMap((service) => Array.from({ length: seeds }, (_, n) => ({ service, effort, seed: n + 1 }))),
    );
    const waiting = cases.values();
    const runs: Run[] = [];
    const work = async () => {
      for (const { service, effort, seed } of waiting) {
        const report = await judgeService(service, { effort, seed });
        const { requests, durationMs } = report;
        const accusations = accusationsIn(report, service);
        runs.push({ service, effort, seed, report: { requests, durationMs }, accusations });
        progress(`legal: ${runs.length} of ${cases.length}, ${effort}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const missed: string[] = [];
    for (const twin of TWINS) {
      progress(`legal: ${twin.name}`);
      const { rules } = await judgeService(twin, { effort: 'standard', seed: 1 });
      if (rules.find(({ id }) => id === twin.rule)?.outcome !== 'fail')
        missed.push(`${twin.name}: ${twin.rule}`);
    }

    return legalTable(runs, efforts, missed);
  },
};

function legalTable(runs: readonly Run[], efforts: readonly EffortName[], missed: readonly string[]): Table {
  const accused = runs.filter(({ accusations }) => accusations.length > 0);
  const cell = (of: readonly Run[]) => {
    const wrong = of.filter((run) => accused.includes(run)).length;
    const ms = median(of.map(({ report }) => report.durationMs));

    return `${show(of.length - wrong)} of ${show(of.length)}, ${show(ms)} ms`;
  };

  return {
    title: `legal: ${LEGAL.length} services that obey the document, judged ${show(runs.length)} times`,
    columns: ['a service that', ...efforts, 'with --strict'],
    rows: [
      ...LEGAL.map((service) => [
        service.name,
        ...efforts.map((effort) =>
          cell(runs.filter((run) => run.service === service && run.effort === effort)),
        ),
        service.breaks === undefined ? 'yes' : '',
      ]),
      [
        'accused',
        ...efforts.map((effort) =>
          showTarget(atMost(0), accused.filter((run) => run.effort === effort).length),
        ),
        '',
      ],
      [
        `twins not found, of ${TWINS.length}`,
        ...efforts.slice(1).map(() => ''),
        showTarget(atMost(0), missed.length),
        '',
      ],
    ],
    notes: [
      'Each cell: the runs without an accusation, and the median time of a run.',
      ...accused.flatMap(({ service, effort, seed, accusations }) =>
        accusations.map((accusation) => `${service.name}: ${effort}, seed ${seed}: ${accusation}`),
      ),
      ...missed.map((twin) => `not found: ${twin}`),
    ],
  };
}
