/** Runs a check: the baseline, then tolerance runs, then resilience runs; joins their results and reports them. */
import type { Choices } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { type Call, readCall } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { cut } from '../../src/text/visible.ts';
import { clientDigests } from '../evidence/digests.ts';
import type { RecordOptions } from '../evidence/record-run.ts';
import { type CoverageCounter, createCoverage } from '../report/coverage.ts';
import { createExchangeRedactor } from '../report/redact.ts';
import type { EffortName, Report } from '../report/report.ts';
import { toClientReport } from '../report/to-client-report.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { mustSelection } from '../rule/selection.ts';
import { watchAttempts } from '../rules/client-resilience/repeats.ts';
import { CLIENT_RULES } from '../rules/client-rules.gen.ts';
import { NOT_SELECTED, toResult } from '../runner/outcome.ts';
import { type CountingOptions, describeRun } from '../verdict/counting.ts';
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
  type RunOptions,
  type RunSource,
  type Runs,
  toMockOptions,
  type Variation,
} from './run-client.ts';
import { expectTolerances, LONGEST_LINE, runTolerances, TRIED_CHOICES } from './tolerance.ts';

export interface CheckClientOptions extends CountingOptions, Pick<RunOptions, 'startMock' | 'run'> {
  /** `standard` by default: quick is a baseline and one tolerance run, deep tries every option alone. */
  readonly effort?: EffortName | undefined;
  /** Which rules to judge; all by default. */
  readonly selects?: (id: ClientRuleId) => boolean;
  /** What the mock chooses in every run, such as the choices that a report observed of a deployment. */
  readonly like?: Choices | undefined;
  /** The time limit of each run in milliseconds. By default ten minutes for the first, then three times its duration. */
  readonly timeLimit?: number | undefined;
  /** Called before each run, with its number, its kind, and how many are planned: failures are confirmed in further ones. */
  readonly onRun?: ((run: number, what: string, planned: number) => void) | undefined;
  /** The seed of the mock, a 32-bit number. */
  readonly seed?: number | undefined;
  /** How many runs may take place side by side; 1 by default. More suit a client whose runs share no port, file or database. */
  readonly jobs?: number | undefined;
  /** Ends the check early. The report has what was judged by then. */
  readonly signal?: AbortSignal | undefined;
  /** The name of the client in the report, such as its command. */
  readonly target?: string;
  /** The command of tollgate, for the commands that the report prints. */
  readonly command?: string;
  /** The arguments with which `tollgate mock` has the merchants of these mocks, for the commands that the report prints. */
  readonly mockArguments?: readonly string[];
  /** Records the runs, for `tollgate verify`. */
  readonly record?: RecordOptions | undefined;
  /** Called after the baseline run where it failed, with what the client printed. */
  readonly onBaselineFailure?: (output: string) => void;
}

/** The options of a check, without any that a random number or the time decides. */
export interface GivenCheck
  extends Omit<CheckClientOptions, 'startMock' | 'run' | 'record' | 'signal' | 'jobs'> {
  readonly seed: number;
  readonly startedAt: Date;
}

/** Where `tollgate mock` listens, which the report names to reproduce a failure. */
const MOCK_ADDRESS = 'http://127.0.0.1:4010';

/**
 * Time limits in milliseconds: of the baseline run, and of later runs by its duration. A run without responses is longer
 * than the time limits that HTTP libraries have by default: 60 s in Ruby and PHP, 100 s in .NET.
 */
const BASELINE_LIMIT = 600_000;
const LATER_LIMIT = { usual: 60_000, silent: 120_000, factor: 3 };

/** @param source runs the client, or takes its runs from a recording */
export async function judgeClient(given: GivenCheck, source: RunSource): Promise<Report> {
  const { effort = 'standard', like = {}, selects = () => true, onRun } = given;
  const { command = 'tollgate', mockArguments = [], waivers = [], must = [] } = given;
  /** What rules on single exchanges saw of a run. */
  const observed: { readonly client: ObservedClient; readonly variation: Variation }[] = [];
  const coverage = createCoverage();
  const choicesMet: Record<string, number> = Object.fromEntries(TRIED_CHOICES.map((name) => [name, 0]));
  let [runs, requests, endedAt] = [0, 0, 0];
  let wasInterrupted = false;
  const tolerances = expectTolerances(effort, selects);
  const planned = 1 + tolerances.length + countScenarios(effort, selects);
  const withLike = ({ choices, faults }: Variation) => ({ choices: { ...like, ...choices }, faults });
  const replayOf = (variation: Variation) => {
    const varied = toMockOptions(withLike(variation));

    return [command, 'mock', ...mockArguments.map(quoteWord), ...(varied === '' ? [] : [varied])].join(' ');
  };
  const toPlanned = (name: RunName, timeLimit: number, calls?: readonly Call[]): PlannedRun => ({
    ...{ ...name, timeLimit, variation: withLike(name.variation) },
    isEndless: calls && watchAttempts(calls),
  });
  const runWith = async (
    name: RunName,
    timeLimit: number,
    { isTrusted = ({ passed }) => passed, isObserved = false }: JudgedRun = {},
    calls?: readonly Call[],
  ) => {
    runs += 1;
    onRun?.(runs, name.what, Math.max(runs, planned));
    const whole = toPlanned(name, timeLimit, calls);
    const done = await source.run(whole, isTrusted);
    requests += done.exchanges.length + done.dropped;
    for (const choice in whole.variation.choices)
      choicesMet[choice] = (choicesMet[choice] ?? 0) + done.calls.length;
    endedAt = Math.max(endedAt, done.endedAt);
    wasInterrupted ||= done.ending === 'interrupted';
    for (const client of isObserved ? observeRun(done, selects, coverage) : [])
      observed.push({ client, variation: name.variation });

    return done;
  };

  const baseline = await runWith(
    { what: 'baseline', variation: NO_VARIATION },
    given.timeLimit ?? BASELINE_LIMIT,
    { isObserved: true },
  );
  if (!baseline.passed) given.onBaselineFailure?.(baseline.output);
  const first = observed[0]?.client;
  const inconclusive = whyInconclusive(baseline, first);
  const duration = baseline.endedAt - baseline.startedAt;
  const limitOf = ({ isLong = false }: Pick<RunName, 'isLong'>) =>
    given.timeLimit ?? Math.max(LATER_LIMIT[isLong ? 'silent' : 'usual'], LATER_LIMIT.factor * duration);
  const later: Runs = {
    ...{ selects, replayOf, baseline, silentLimit: limitOf({ isLong: true }) },
    run: (name, judged) => runWith(name, limitOf(name), judged, baseline.calls),
  };
  const goesOn = () => inconclusive === undefined && !wasInterrupted;
  const ofRuns: ClientResult[] = [];
  if (goesOn())
    source.expect?.(
      [...tolerances, ...expectScenarios(effort, later)].map((name) =>
        toPlanned(name, limitOf(name), baseline.calls),
      ),
    );
  for (const judge of [runTolerances, runScenarios])
    if (goesOn()) ofRuns.push(...(await judge(effort, later)));
  const findings = observed.flatMap(({ client, variation }) =>
    client.findings().map((found) => ({ ...found, replay: replayOf(variation) })),
  );
  const ofBaseline = baseline.passed ? 'had no accepted fee call' : 'failed';
  const whyNotRun = goesOn()
    ? skipped('effort', `the effort ${effort} does not try it`)
    : skipped(
        'not-judged',
        wasInterrupted
          ? 'the run was interrupted'
          : `the command ${ofBaseline} in the baseline run, so nothing more was tried`,
      );

  /** A rule that judges both single exchanges and whole runs fails if either fails. */
  const outcomeOf = (
    { id, seenIn, judge }: ClientRule,
    inRuns: ClientResult | undefined,
    exercised: number,
  ): ClientOutcome => {
    if (!selects(id)) return skipped('not-selected', NOT_SELECTED);
    const found = findings.find(({ rule }) => rule.id === id);
    // Without a fault, or with a choice alone, it is simpler to reproduce.
    if (found !== undefined) {
      const { expected, got, related = [] } = found.finding;
      const steps = [...related, found.exchange];

      return { kind: 'fail', expected, got, steps, replay: found.replay };
    }
    if (inRuns !== undefined && inRuns.outcome.kind !== 'skipped') return inRuns.outcome;
    if (judge === undefined) return inRuns?.outcome ?? whyNotRun;
    const whyNotShown = seenIn === undefined ? 'no request of the client shows it' : `seen only in ${seenIn}`;

    return exercised > 0 ? { kind: 'pass' } : skipped('choice', whyNotShown);
  };
  const results = CLIENT_RULES.map((rule): ClientResult => {
    const inRuns = ofRuns.find(({ id }) => id === rule.id);
    const seen = observed.reduce((sum, { client }) => sum + (client.counts(rule.id)?.exercised ?? 0), 0);
    const { requests: ofRule = 0, durationMs = 0, exercised = 0 } = inRuns ?? {};
    const outcome = outcomeOf(rule, inRuns, seen);

    return toResult(rule, { outcome, exercised: seen + exercised, requests: ofRule }, durationMs);
  });

  return toClientReport(
    results,
    {
      ...{ target: given.target ?? 'client', address: MOCK_ADDRESS, requests, choices: like, wasInterrupted },
      ...{ digests: clientDigests(waivers), deliberate: first?.deliberate ?? [] },
      inconclusive: inconclusive ?? (wasInterrupted ? undefined : whyUntried(results, must, effort)),
      ...{ coverage: coverage.counts(), choicesMet },
    },
    describeRun('client', { ...given, effort }, endedAt - baseline.startedAt),
  );
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

  return fees.some(({ outcome }) => outcome.kind === 'accepted')
    ? undefined
    : `${whyRefused(exchanges, observed)}The command passed, but none of its ${fees.length} fee calls was accepted: let it take the token from TOLLGATE_TOKEN, send what the mock accepts, and wait for the responses.`;
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

/** A pass says nothing about rules that count and were not tried: undefined where each pattern has one that was. */
function whyUntried(
  results: readonly ClientResult[],
  must: readonly string[],
  effort: string,
): string | undefined {
  const untried = must.filter((pattern) => {
    const counts = mustSelection([pattern], 'clients');
    const causes = results.flatMap(({ id, outcome }) =>
      counts?.(id) ? [outcome.kind === 'skipped' ? outcome.cause : 'tried'] : [],
    );

    return (
      causes.includes('effort') && causes.every((cause) => cause === 'effort' || cause === 'not-selected')
    );
  });
  const options = untried.map((pattern) => `--must ${quoteWord(pattern)}`).join(' ');

  return untried.length === 0
    ? undefined
    : `The effort ${effort} tries none of the rules of ${options}: take the effort standard, or leave the option out.`;
}
