/** The suite: how fast it judges the built-in mock, and how rare a defect may be and still be found. */
import { HERE, run } from '../build/processes.ts';
import { type EffortName, conform as judge, type Report } from '../conformance/index.ts';
import { MUST_RULES } from '../src/contract/rule-ids.ts';
import { startMock } from '../src/mock/index.ts';
import { every, RARE } from '../test/deployments/defects.ts';
import { deploymentOf } from '../test/deployments/judge.ts';
import { startReference } from '../test/deployments/reference.ts';
import { type Benchmark, inTurns, type Measured, median, show, showRatio, tableOf } from './harness.ts';
import { tollgate } from './servers.ts';

/** How often each effort is measured, with the same seeds each time. */
const RUNS = 5;

/** Milliseconds before each answer, and how many requests are in flight. */
const [LATENCY, CONCURRENCY] = [100, 8];

interface Judging {
  readonly milliseconds: number;
  readonly requests: number;
}

export const conform: Benchmark = async ({ progress }) => {
  await using late = await startMock({ faults: [`latency=${LATENCY}`] });
  const target = [late.url, '--token', late.token(), '--concurrency', `${CONCURRENCY}`];
  const seeds = { nothing: 0, quick: 0, standard: 0, late: 0 };
  const subjects = (['nothing', 'quick', 'standard', 'late'] as const).map((name) => ({ name }));
  const [nothing, ...runs] = await inTurns(subjects, RUNS, progress, async ({ name }): Promise<Judging> => {
    if (name === 'nothing') return { ...(await run(HERE, [process.execPath, '-e', '0'])), requests: 0 };
    const [effort, of] = name === 'late' ? (['standard', target] as const) : [name, ['--mock']];
    const options = ['--report', 'json', '--effort', effort, '--seed', `${++seeds[name]}`];
    const { out, milliseconds } = await run(HERE, tollgate('conform', ...of, ...options));

    return { milliseconds, requests: (JSON.parse(out) as Report).requests };
  });
  const middle = (row: Measured<Judging> | undefined, of: (judging: Judging) => number) =>
    median((row?.figures ?? []).map(of));
  const time = (row: Measured<Judging> | undefined) => middle(row, ({ milliseconds }) => milliseconds);
  const ideal = ({ requests }: Judging) => (requests * LATENCY) / CONCURRENCY;

  return tableOf(
    `conform: the suite judges the built-in mock, whole process: median time and most requests of ${RUNS} seeds`,
    runs,
    [
      [
        'effort',
        ({ name }) =>
          name === 'late' ? `standard, ${LATENCY} ms an answer, ${CONCURRENCY} requests at once` : name,
      ],
      ['ms', (row) => show(time(row))],
      ['× node -e 0', (row) => showRatio(time(row), time(nothing))],
      ['requests', ({ figures }) => show(Math.max(...figures.map(({ requests }) => requests)))],
      ['requests/s', (row) => show(middle(row, (one) => (1000 * one.requests) / one.milliseconds))],
      [
        `× requests × ${LATENCY} ms / ${CONCURRENCY}`,
        (row) => (row.name === 'late' ? showRatio(time(row), middle(row, ideal)) : ''),
      ],
    ],
    [
      `To reach: quick in 1,500 ms and 120 requests, standard in 3,000 ms and 1,500 requests, at ${LATENCY} ms an answer 1.2 times what its requests take.`,
      'Beyond that ideal, scripts that need the deployment alone take 0.11 of it, the end, where a service may refuse all calls, 0.06, and the first two answers 0.01.',
    ],
  );
};

const EFFORTS: readonly EffortName[] = ['quick', 'standard', 'deep'];

/** One wrong answer in this many. */
const RATES = [20, 100, 1000];

/** How rare a defect may be and still be found: the reference deployment gives one wrong answer in N of a kind. */
export const reach: Benchmark = async ({ progress }) => {
  const rows: (readonly string[])[] = [];
  for (const [what, rules, make] of RARE)
    for (const rate of RATES) {
      progress(`${what}, 1 in ${rate}`);
      const found: string[] = [];
      for (const effort of EFFORTS) {
        await using server = await startReference(make(every(rate)));
        const report = await judge({
          ...{ deployment: deploymentOf(server.url), seed: 1, effort },
          selects: (id) => MUST_RULES.some((known) => known === id),
        });
        const isFound = report.rules.some(({ id, outcome }) => outcome === 'fail' && rules.test(id));
        found.push(isFound ? 'found' : report.exitCode === 0 ? 'missed' : 'unsettled');
      }
      rows.push([what, `1 in ${rate}`, ...found]);
    }

  return {
    title: 'reach: defects that occur once in many answers of their kind, by effort',
    ...{ columns: ['what', 'how often', ...EFFORTS], rows },
    notes: [
      'found: a rule that checks it fails; unsettled: inconclusive, or another rule fails; missed: conformant.',
    ],
  };
};
