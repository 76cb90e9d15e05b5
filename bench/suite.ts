/** The suite: how fast it judges, deployments that are hostile or legal, and how rare a defect may be and still be found. */
import { setTimeout as sleep } from 'node:timers/promises';
import { HERE, run, start } from '../build/processes.ts';
import { type EffortName, conform as judge, type Report } from '../conformance/index.ts';
import { MUST_RULES } from '../src/contract/rule-ids.ts';
import { deploymentOf } from '../test/deployments/deployment-of.ts';
import type { Hostile } from '../test/deployments/hostile/hostile.ts';
import { HOSTILE, LONG } from '../test/deployments/hostile/index.ts';
import { LEGAL } from '../test/deployments/legal/index.ts';
import { accusationsIn, judgeService, type LegalService } from '../test/deployments/legal/legal-service.ts';
import { TWINS } from '../test/deployments/legal/twins.ts';
import { startReference, TOKENS } from '../test/deployments/reference.ts';
import { type Benchmark, inTurns } from './benchmark.ts';
import { EFFORTS, RARE, type Rare } from './rare-defects.ts';
import { residentOf, tollgate } from './servers.ts';
import {
  atMost,
  MIB,
  median,
  ratio,
  show,
  showMemory,
  showRatio,
  showTarget,
  type Table,
  tableOf,
} from './table.ts';

/** The same seeds each time, so that two runs send the same requests. */
const SEEDS = [1, 2, 3, 4, 5];

const TARGETS = {
  quick: { milliseconds: atMost(1_500), requests: atMost(120) },
  standard: { milliseconds: atMost(3_000), requests: atMost(1_500) },
} as const;

interface Judging {
  readonly effort: keyof typeof TARGETS;
  readonly milliseconds: number;
  readonly requests: number;
}

export const conform: Benchmark = async ({ progress }) => {
  const nothing: number[] = [];
  const judgings: Judging[] = [];
  for (const seed of SEEDS) {
    progress(`seed ${seed} of ${SEEDS.length}`);
    nothing.push((await run(HERE, [process.execPath, '-e', '0'])).milliseconds);
    for (const effort of ['quick', 'standard'] as const) {
      const options = ['--report', 'json', '--effort', effort, '--seed', `${seed}`];
      const { out, milliseconds } = await run(HERE, tollgate('conform', '--mock', ...options));
      judgings.push({ effort, milliseconds, requests: requestsOf(out) });
    }
  }

  return conformTable(judgings, median(nothing));
};

/** @throws where the report does not say that the mock conforms */
export function requestsOf(out: string): number {
  const { verdict, requests, summary }: Pick<Report, 'verdict' | 'requests' | 'summary'> = JSON.parse(out);
  if (verdict === 'conformant' && requests > 0) return requests;
  throw new Error(`expected the built-in mock to be conformant, got ${verdict}: ${summary}`);
}

export function conformTable(judgings: readonly Judging[], nothing: number): Table {
  const rows = [...Map.groupBy(judgings, ({ effort }) => effort)].map(([effort, of]) => ({
    effort,
    milliseconds: median(of.map(({ milliseconds }) => milliseconds)),
    requests: Math.max(...of.map(({ requests }) => requests)),
    perSecond: median(of.map(({ requests, milliseconds }) => (requests / milliseconds) * 1000)),
  }));

  return tableOf(
    `conform: the suite judges the built-in mock, whole process: median time and most requests of ${SEEDS.length} seeds`,
    rows,
    [
      ['effort', ({ effort }) => effort],
      ['ms', ({ milliseconds }) => show(milliseconds)],
      ['target', ({ effort, milliseconds }) => showTarget(TARGETS[effort].milliseconds, milliseconds)],
      ['× node -e 0', ({ milliseconds }) => showRatio(ratio(milliseconds, nothing))],
      ['requests', ({ requests }) => show(requests)],
      ['target', ({ effort, requests }) => showTarget(TARGETS[effort].requests, requests)],
      ['requests/s', ({ perSecond }) => show(perSecond)],
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

  return { name, expected, milliseconds, most, ...readReport(out, how) };
}

function readReport(out: string, how: string): { readonly verdict: string; readonly requests: number } {
  try {
    const { verdict, requests } = JSON.parse(out) as Report;

    return { verdict, requests };
  } catch {
    return { verdict: `no report (${how})`, requests: 0 };
  }
}

/** Runs at the same time, since each mostly waits for answers. */
const AT_ONCE = 4;

/** Judges every legal service at each effort with many seeds: finds false accusations, and defective twins that pass. */
export const legal: Benchmark = async ({ pace, progress }) => {
  const { seeds, efforts } = pace.legal;
  const cases = efforts.flatMap((effort) =>
    LEGAL.flatMap((service) => Array.from({ length: seeds }, (_, n) => ({ service, effort, seed: n + 1 }))),
  );
  const waiting = cases.values();
  const runs: { service: LegalService; effort: EffortName; ms: number; accusations: readonly string[] }[] =
    [];
  const work = async () => {
    for (const { service, effort, seed } of waiting) {
      const report = await judgeService(service, { effort, seed });
      const accusations = accusationsIn(report, service);
      runs.push({
        ...{ service, effort, ms: report.durationMs },
        accusations: accusations.map((text) => `${service.name}: ${effort}, seed ${seed}: ${text}`),
      });
      progress(`${runs.length} of ${cases.length}, ${effort}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const missed: string[] = [];
  for (const twin of TWINS) {
    progress(twin.name);
    const { rules } = await judgeService(twin, { effort: 'standard', seed: 1 });
    if (rules.find(({ id }) => id === twin.rule)?.outcome !== 'fail')
      missed.push(`${twin.name}: ${twin.rule}`);
  }
  const accused = runs.filter(({ accusations }) => accusations.length > 0).length;
  const cell = (service: LegalService, effort: EffortName) => {
    const own = runs.filter((run) => run.service === service && run.effort === effort);
    const fair = own.filter(({ accusations }) => accusations.length === 0).length;

    return `${show(fair)} of ${show(own.length)}, ${show(median(own.map(({ ms }) => ms)))} ms`;
  };

  return tableOf(
    `legal: ${LEGAL.length} services that obey the document, judged ${show(runs.length)} times`,
    LEGAL,
    [
      ['a service that', ({ name }) => name],
      ...efforts.map((effort) => [effort, (service: LegalService) => cell(service, effort)] as const),
      ['with --strict', ({ breaks }) => (breaks === undefined ? 'yes' : '')],
    ],
    [
      'Each cell: the runs without an accusation, and the median time of a run.',
      `Accused: ${accused}, ${showTarget(atMost(0), accused)}.`,
      `Twins not found, of ${TWINS.length}: ${missed.length}, ${showTarget(atMost(0), missed.length)}.`,
      ...runs.flatMap(({ accusations }) => accusations),
      ...missed.map((twin) => `not found: ${twin}`),
    ],
  );
};

/** One wrong answer in this many. */
const RATES = [20, 100, 1000];

/** How rare a defect may be and still be found: the reference deployment gives one wrong answer in N of a kind. */
export const reach: Benchmark = async ({ progress }) => {
  const rows: (readonly string[])[] = [];
  for (const rare of RARE)
    for (const rate of RATES) {
      progress(`${rare.what}, 1 in ${rate}`);
      const found: string[] = [];
      for (const effort of EFFORTS) found.push(await look(rare, rate, effort));
      rows.push([rare.what, `1 in ${rate}`, ...found]);
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

async function look({ rules, make }: Rare, rate: number, effort: EffortName): Promise<string> {
  let times = 0;
  await using server = await startReference(make(() => ++times % rate === 0));
  const report = await judge({
    ...{ deployment: deploymentOf(server.url), seed: 1, effort },
    selects: (id) => MUST_RULES.some((known) => known === id),
  });
  if (report.rules.some(({ id, outcome }) => outcome === 'fail' && rules.test(id))) return 'found';

  return report.exitCode === 0 ? 'missed' : 'unsettled';
}
