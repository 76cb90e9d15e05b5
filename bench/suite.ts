/** The suite: how fast it judges, deployments that are hostile or legal, and how rare a defect may be and still be found. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HERE, run, start } from '../build/processes.ts';
import { type EffortName, conform as judge, type Report } from '../conformance/index.ts';
import { MUST_RULES } from '../src/contract/rule-ids.ts';
import type { Hostile } from '../test/deployments/hostile/hostile.ts';
import { HOSTILE, LONG } from '../test/deployments/hostile/index.ts';
import { deploymentOf } from '../test/deployments/judge.ts';
import { startReference, TOKENS } from '../test/deployments/reference.ts';
import { every, RARE } from '../test/deployments/state-defects.ts';
import {
  atMost,
  type Benchmark,
  inTurns,
  type Measured,
  MIB,
  median,
  ratio,
  show,
  showMemory,
  showRatio,
  showTarget,
  type Table,
  tableOf,
} from './harness.ts';
import { residentOf, tollgate } from './servers.ts';

/** How often each effort is measured, with the same seeds each time. */
const RUNS = 5;

const TARGETS = {
  quick: { milliseconds: atMost(1_500), requests: atMost(120) },
  standard: { milliseconds: atMost(3_000), requests: atMost(1_500) },
} as const;

interface Judging {
  readonly milliseconds: number;
  readonly requests: number;
}

export const conform: Benchmark = async ({ progress }) => {
  const seeds = { nothing: 0, quick: 0, standard: 0 };
  const subjects = (['nothing', 'quick', 'standard'] as const).map((name) => ({ name }));
  const runs = await inTurns(subjects, RUNS, progress, async ({ name }): Promise<Judging> => {
    if (name === 'nothing') return { ...(await run(HERE, [process.execPath, '-e', '0'])), requests: 0 };
    const options = ['--report', 'json', '--effort', name, '--seed', `${++seeds[name]}`];
    const { out, milliseconds } = await run(HERE, tollgate('conform', '--mock', ...options));

    return { milliseconds, requests: requestsOf(out) };
  });

  return conformTable(runs);
};

/** @throws where the report does not say that the mock conforms */
export function requestsOf(out: string): number {
  const { verdict, requests, summary }: Pick<Report, 'verdict' | 'requests' | 'summary'> = JSON.parse(out);
  if (verdict === 'conformant' && requests > 0) return requests;
  throw new Error(`expected the built-in mock to be conformant, got ${verdict}: ${summary}`);
}

/** @param runs begins with those of bare `node -e 0` */
export function conformTable([nothing, ...runs]: readonly Measured<Judging>[]): Table {
  const time = ({ figures }: Measured<Judging>) => median(figures.map(({ milliseconds }) => milliseconds));
  const most = ({ figures }: Measured<Judging>) => Math.max(...figures.map(({ requests }) => requests));
  const rate = ({ requests, milliseconds }: Judging) => (requests / milliseconds) * 1000;
  const targets = ({ name }: Measured<Judging>) => TARGETS[name as keyof typeof TARGETS];

  return tableOf(
    `conform: the suite judges the built-in mock, whole process: median time and most requests of ${RUNS} seeds`,
    runs,
    [
      ['effort', ({ name }) => name],
      ['ms', (row) => show(time(row))],
      ['target', (row) => showTarget(targets(row).milliseconds, time(row))],
      ['× node -e 0', (row) => showRatio(ratio(time(row), time(nothing!)))],
      ['requests', (row) => show(most(row))],
      ['target', (row) => showTarget(targets(row).requests, most(row))],
      ['requests/s', ({ figures }) => show(median(figures.map(rate)))],
    ],
  );
}

/** In milliseconds: how long the suite waits for an answer of a hostile deployment, and between two looks at its memory. */
const TIMEOUT = 1000;
const LOOK = 20;

const MOST = atMost(300);

export const hostile: Benchmark = async ({ progress }) => {
  const met = (await inTurns([...HOSTILE, ...LONG], 1, progress, meet)).flatMap(({ figures }) => figures);
  const most = Math.max(...met.map((one) => one.most ?? 0)) / MIB;

  return tableOf(
    `hostile: ${met.length} deployments judged with --timeout ${TIMEOUT}, whole process`,
    met,
    [
      ['a deployment that', ({ name }) => name],
      ['verdict', ({ verdict }) => verdict],
      ['as expected', ({ verdict, expected }) => (verdict === expected ? 'yes' : `no: ${expected}`)],
      ['requests', ({ requests }) => show(requests)],
      ['ms', ({ milliseconds }) => show(milliseconds)],
      ['most MiB', (row) => showMemory(row.most)],
    ],
    [`The most memory of all: ${show(most)} MiB, ${showTarget(MOST, most)}.`],
  );
};

/** Judges the deployment in a process of its own, as a user does, and watches the memory of that. */
export async function meet({ name, verdict: expected, start: startHostile, effort = 'quick' }: Hostile) {
  await using server = await startHostile();
  const token = ['--token', TOKENS.one, '--seed', '1'];
  const options = ['--effort', effort, '--timeout', `${TIMEOUT}`, '--report', 'json'];
  await using child = start(HERE, tollgate('conform', server.url.href, ...token, ...options));
  const isOver = child.ended.then(() => true);
  let most: number | undefined;
  do most = Math.max(most ?? 0, residentOf(child.pid)?.most ?? 0) || undefined;
  while (!(await Promise.race([isOver, sleep(LOOK, false)])));
  const { out, how, milliseconds } = await child.ended;
  const { verdict, requests }: Pick<Report, 'requests'> & { readonly verdict: string } = out.startsWith('{')
    ? JSON.parse(out)
    : { verdict: `no report (${how})`, requests: 0 };

  return { name, expected, milliseconds, most, verdict, requests };
}

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

  return tableOf(
    'reach: defects that occur once in many answers of their kind, by effort',
    rows,
    ['what', 'how often', ...EFFORTS].map((heading, at) => [heading, (row: readonly string[]) => row[at]!]),
    [
      'found: a rule that checks it fails; unsettled: inconclusive, or another rule fails; missed: conformant.',
    ],
  );
};
