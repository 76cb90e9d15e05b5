/** Runs a check: the baseline, then tolerance runs, then resilience runs; and joins their results. */
import type { Choices } from '../../src/contract/choices.ts';
import { type Call, readCall } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import { cut } from '../../src/text/visible.ts';
import { type CoverageCounter, createCoverage } from '../report/coverage.ts';
import { createExchangeRedactor } from '../report/redact.ts';
import type { EffortName } from '../report/report.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { watchAttempts } from '../rules/client-resilience/gives-up.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import { NOT_SELECTED, toResult } from '../runner/outcome.ts';
import { type ClientOutcome, type ClientResult, skipped } from './client-results.ts';
import { failureLine } from './compare-runs.ts';
import { exemptionsOf, type ObservedClient, observeClient } from './observe-client.ts';
import { countScenarios, expectScenarios, runScenarios } from './resilience.ts';
import {
  type ClientRun,
  type JudgedRun,
  NO_VARIATION,
  type PlannedRun,
  type RunName,
  type RunSource,
  type Runs,
  type Variation,
} from './run-client.ts';
import { expectTolerances, LONGEST_LINE, runTolerances, TRIED_CHOICES } from './tolerance.ts';

export interface PlanOptions extends Pick<Runs, 'replayOf'> {
  readonly source: RunSource;
  /** `standard` by default: quick is a baseline and one tolerance run, deep tries every option alone. */
  readonly effort: EffortName;
  /** Which rules to judge; all by default. */
  readonly selects: Runs['selects'];
  /** What the mock chooses in every run, such as the choices that a report observed of a deployment. */
  readonly like: Choices;
  /** The time limit of each run in milliseconds. By default ten minutes for the first, then three times its duration. */
  readonly timeLimit: number | undefined;
  /** Called before each run, with its number, its kind, and how many are planned: failures are confirmed in further ones. */
  readonly onRun: ((run: number, what: string, planned: number) => void) | undefined;
}

/** What rules on single exchanges saw of a run. */
interface ObservedRun {
  readonly client: ObservedClient;
  readonly variation: Variation;
}

export interface CheckResult extends Pick<ObservedClient, 'deliberate'> {
  readonly results: readonly ClientResult[];
  /** Why nothing but the baseline run was judged, if so. */
  readonly inconclusive: string | undefined;
  readonly wasInterrupted: boolean;
  readonly requests: number;
  readonly durationMs: number;
  readonly baseline: ClientRun;
  /** Of the runs whose single exchanges were judged. */
  readonly coverage: ReturnType<CoverageCounter['counts']>;
  /** The calls of all runs while the mock made each choice that can be tried. */
  readonly choicesMet: Readonly<Record<string, number>>;
}

/** Time limits in milliseconds: of the baseline run, and of later runs by its duration. */
const BASELINE_LIMIT = 600_000;
const LATER_LIMIT = { least: 60_000, factor: 3 };

export async function runPlan(options: PlanOptions): Promise<CheckResult> {
  const { source, effort, selects, like, onRun, replayOf } = options;
  const observed: ObservedRun[] = [];
  const coverage = createCoverage();
  const choicesMet: Record<string, number> = Object.fromEntries(TRIED_CHOICES.map((name) => [name, 0]));
  let [runs, requests, endedAt] = [0, 0, 0];
  let wasInterrupted = false;
  const tolerances = expectTolerances(effort, selects);
  const planned = 1 + tolerances.length + countScenarios(effort, selects);
  const toPlanned = (
    { variation, ...name }: RunName,
    timeLimit: number,
    calls?: readonly Call[],
  ): PlannedRun => ({
    ...name,
    variation: { choices: { ...like, ...variation.choices }, faults: variation.faults },
    timeLimit,
    isEndless: calls && watchAttempts(calls),
  });
  const runWith = async (
    run: RunName,
    timeLimit: number,
    { isTrusted = ({ passed }) => passed, isObserved = false }: JudgedRun = {},
    calls?: readonly Call[],
  ) => {
    runs += 1;
    onRun?.(runs, run.what, Math.max(runs, planned));
    const whole = toPlanned(run, timeLimit, calls);
    const done = await source.run(whole, isTrusted);
    requests += done.exchanges.length + done.dropped;
    for (const name in whole.variation.choices)
      choicesMet[name] = (choicesMet[name] ?? 0) + done.calls.length;
    endedAt = Math.max(endedAt, done.endedAt);
    wasInterrupted ||= done.ending === 'interrupted';
    if (isObserved)
      for (const client of observeRun(done, selects, coverage))
        observed.push({ client, variation: run.variation });

    return done;
  };

  const baseline = await runWith(
    { what: 'baseline', variation: NO_VARIATION },
    options.timeLimit ?? BASELINE_LIMIT,
    { isObserved: true },
  );
  const first = observed[0]?.client;
  const inconclusive = whyInconclusive(baseline, first);
  const duration = baseline.endedAt - baseline.startedAt;
  const timeLimit = options.timeLimit ?? Math.max(LATER_LIMIT.least, LATER_LIMIT.factor * duration);
  const later: Runs = {
    ...{ selects, replayOf, baseline, timeLimit },
    run: (name, judged) => runWith(name, timeLimit, judged, baseline.calls),
  };
  const ofRuns: ClientResult[] = [];
  if (inconclusive === undefined && !wasInterrupted)
    source.expect?.(
      [...tolerances, ...expectScenarios(effort, later)].map((name) =>
        toPlanned(name, timeLimit, baseline.calls),
      ),
    );
  for (const judge of [runTolerances, runScenarios])
    if (inconclusive === undefined && !wasInterrupted) ofRuns.push(...(await judge(effort, later)));
  const findings = observed.flatMap(({ client, variation }) =>
    client.findings().map((found) => ({ ...found, replay: replayOf(variation) })),
  );
  const whyNotRun = wasInterrupted
    ? skipped('not-judged', 'the run was interrupted')
    : inconclusive === undefined
      ? skipped('effort', `the effort ${effort} does not try it`)
      : skipped('not-judged', 'the baseline run says nothing');

  /** A rule that judges both single exchanges and whole runs fails if either fails. */
  const joined = (rule: ClientRule): ClientResult => {
    const { id, seenIn } = rule;
    const inRuns = ofRuns.find((result) => result.id === id);
    const exercised = observed.reduce((sum, { client }) => sum + (client.counts(id)?.exercised ?? 0), 0);
    const { requests: ofRule = 0, durationMs = 0 } = inRuns ?? {};
    const took = { exercised: exercised + (inRuns?.exercised ?? 0), requests: ofRule };
    const withOutcome = (outcome: ClientOutcome): ClientResult =>
      toResult(rule, { outcome, ...took }, durationMs);
    if (!selects(id)) return withOutcome(skipped('not-selected', NOT_SELECTED));
    const found = findings.find((finding) => finding.rule === rule);
    if (found !== undefined && inRuns?.outcome.kind !== 'fail') {
      const { expected, got, related = [] } = found.finding;
      const steps = [...related, found.exchange];

      return withOutcome({ kind: 'fail', expected, got, steps, replay: found.replay });
    }
    if (inRuns !== undefined && inRuns.outcome.kind !== 'skipped') return withOutcome(inRuns.outcome);
    if (rule.judge === undefined) return withOutcome(inRuns?.outcome ?? whyNotRun);
    const whyNotShown = seenIn === undefined ? 'no request of the client shows it' : `seen only in ${seenIn}`;

    return withOutcome(exercised > 0 ? { kind: 'pass' } : skipped('choice', whyNotShown));
  };

  return {
    results: CLIENT_RULES.map(joined),
    ...{ inconclusive, wasInterrupted, requests, durationMs: endedAt - baseline.startedAt, baseline },
    ...{ deliberate: first?.deliberate ?? [], coverage: coverage.counts(), choicesMet },
  };
}

/** Observes each world of the mock by itself. */
function observeRun(
  { exchanges, origins }: ClientRun,
  selects: Runs['selects'],
  coverage: CoverageCounter,
): readonly ObservedClient[] {
  const several = new Map(exchanges.map(({ merchant }, at) => [merchant, origins[at]?.several]));
  const worlds = 1 + origins.reduce((most, { world }) => Math.max(most, world), -1);
  const clients = Array.from({ length: worlds }, () =>
    observeClient({
      ...{ source: 'mock', severalProcessors: (merchant) => several.get(merchant), coverage },
      selects: ({ id }) => selects(id),
    }),
  );
  for (const [at, exchange] of exchanges.entries()) clients[origins[at]?.world ?? 0]?.observe(exchange);

  return clients;
}

/** Why only single exchanges of the baseline run can be judged; undefined if the check can go on. */
function whyInconclusive(
  { passed, reason, exchanges, calls, ending, output }: ClientRun,
  observed: ObservedClient | undefined,
): string | undefined {
  if (ending === 'interrupted') return undefined;
  if (!passed) {
    const { maskCredentials } = createExchangeRedactor(exchanges);
    const message = maskCredentials(failureLine([output], []));
    const said = message === undefined ? '' : `, and printed ${JSON.stringify(cut(message, LONGEST_LINE))}`;

    return `${whyRefused(exchanges, observed)}The command ${reason} in the baseline run, against a mock without any fault${said}: make it pass first.`;
  }
  const fees = calls.filter(({ operation }) => operation === 'calculateFee');
  if (fees.length === 0)
    return 'The command passed without a fee call: let it take the address from TOLLGATE_URL and the token from TOLLGATE_TOKEN.';
  if (!fees.some(({ outcome }) => outcome.kind === 'accepted'))
    return `${whyRefused(exchanges, observed)}The command passed, but none of its ${fees.length} fee calls was accepted: ${adviceOn(fees)}.`;

  return undefined;
}

/** What to do where no fee call was accepted. */
function adviceOn(fees: readonly Call[]): string {
  const hasOne = (kind: Call['outcome']['kind']) => fees.some(({ outcome }) => outcome.kind === kind);
  if (hasOne('token-refused')) return 'let it take the token from TOLLGATE_TOKEN';

  return hasOne('refused') ? 'let it send one that the mock accepts' : 'let it wait for the responses';
}

/** The cause of a failed baseline run, if the mock refused a request: the rule that it breaks, else what the mock said. */
function whyRefused(exchanges: readonly Exchange[], observed: ObservedClient | undefined): string {
  const refused = exchanges.findIndex(
    (exchange) => readCall(exchange)?.outcome.kind === 'refused' && exemptionsOf(exchange).length === 0,
  );
  const exchange = exchanges[refused];
  if (exchange === undefined) return '';
  const found = observed?.findings().find((one) => one.exchange === exchange);
  const said: unknown = parseJsonObject(exchange.response.body)?.['detail'];
  const because =
    found !== undefined
      ? `: expected ${found.finding.expected}, got ${found.finding.got} (${found.rule.id})`
      : typeof said === 'string'
        ? `: ${said.replace(/\.$/, '')}`
        : '';

  return `The mock refused request ${refused + 1} with status ${exchange.response.status}${because}. `;
}
