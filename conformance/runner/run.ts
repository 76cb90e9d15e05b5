/**
 * Judges a deployment: preflight, must rules, should rules and observations, the end of the run, verdict.
 *
 * The must rules come first, so that the others cannot use up requests or break the deployment before. With few requests,
 * each part ends before the next one begins.
 */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { HARMLESS_STAGES, LATE_STAGES, TOKEN_STAGES } from '../observations/index.ts';
import type { Observation } from '../observations/observation.ts';
import type { CoverageCounter } from '../report/coverage.ts';
import type { Latencies } from '../report/report.ts';
import type { Stamps } from '../rule/mtxids.ts';
import type { Rule } from '../rule/rule.ts';
import { isLimitReached } from './client/budget.ts';
import { PREFLIGHT_REQUESTS, REQUESTS_OF_RULE } from './effort.ts';
import { blockWhereSilent, concludeViolations, nameCauses } from './judge/conclusions.ts';
import { judgeRules, revisit } from './judge/judge-rules.ts';
import { createObserver, type Observer, observedChoices } from './judge/observer.ts';
import { checkLiveness, type FinalState, goneState, LIVENESS_RULE, whyUnavailable } from './liveness.ts';
import {
  blockedBy,
  notJudged,
  notSelected,
  type Outcome,
  type RuleResult,
  toResult,
  withoutRequests,
} from './outcome.ts';
import type { PreflightFailure } from './preflight/preflight.ts';
import type { RunnerContext } from './run-context.ts';
import { openSession, type SessionOptions } from './session.ts';

export type RunnerOptions = SessionOptions & Required<Pick<SessionOptions, 'observations' | 'selects'>>;

export interface RunResult {
  readonly results: readonly RuleResult[];
  readonly requests: number;
  /** Undefined where there was no response. */
  readonly latencies: Latencies | undefined;
  /** One sentence where nothing could be judged. */
  readonly inconclusive: string | undefined;
  /** Whether the signal ended it early. */
  readonly wasInterrupted: boolean;
  /** The limit that kept requests from being sent; undefined where none did. */
  readonly limitReached?: string | undefined;
  /** The parts of identifiers that are unique to this run; undefined where none was sent. */
  readonly stamps?: Stamps;
  /** The observed choices of the deployment. */
  readonly choices: Readonly<Record<string, string>>;
  /** Undefined where no valid request was accepted. */
  readonly coverage?: ReturnType<CoverageCounter['counts']>;
}

/** Resolves whatever the deployment does. */
export async function run(options: RunnerOptions): Promise<RunResult> {
  const { rules, observations, maxRequests, signal } = options;
  if (maxRequests < PREFLIGHT_REQUESTS)
    return {
      ...withoutBaseline(capTooLow(maxRequests), options),
      requests: 0,
      latencies: undefined,
      wasInterrupted: false,
    };
  await using session = await openSession(options);
  const { client, runContext } = session;
  const judged =
    runContext.kind === 'ready'
      ? await judgeAll(runContext, rules, observations)
      : withoutBaseline(runContext, options);

  return {
    ...judged,
    requests: client.budget.sent,
    latencies: client.latencies,
    wasInterrupted: signal?.aborted === true,
  };
}

type AllResults = Omit<RunResult, 'requests' | 'latencies' | 'wasInterrupted'>;

async function judgeAll(
  runContext: RunnerContext,
  rules: readonly Rule[],
  observations: readonly Observation[],
): Promise<AllResults> {
  const observer = createObserver(runContext, observations);
  const { judged, unavailable } = await judgeMostRules(runContext, rules, observer);
  const { results, inconclusive } = await judgeEnd(runContext, rules, judged, observer, unavailable);
  const observed = observer.results(unavailable);

  return {
    results: nameCauses(blockWhereSilent([...results, ...observed], runContext), rules, runContext),
    inconclusive,
    limitReached: runContext.client.budget.limitReached,
    stamps: runContext.mtxids.stamps,
    choices: { ...runContext.choices, ...observedChoices(observed, observations) },
    coverage: runContext.log.history.coverage(),
  };
}

function capTooLow(maxRequests: number): PreflightFailure {
  return {
    kind: 'nothing',
    why: `A cap of ${maxRequests} requests is too low to find out anything: give --max-requests ${PREFLIGHT_REQUESTS} or more.`,
  };
}

/** No valid request was accepted: one rule fails and blocks the others, or nothing can be judged. */
function withoutBaseline(
  preflight: PreflightFailure,
  { rules, observations, selects }: RunnerOptions,
): AllResults {
  const outcomeOf = (id: RuleId): Outcome => {
    if (!selects(id)) return notSelected().outcome;
    if (preflight.kind === 'nothing') return notJudged(preflight.why);
    const { by, counterexample } = preflight;

    return id === by ? { kind: 'fail', counterexample } : blockedBy(by);
  };
  const results = [...rules, ...observations].map((rule) => {
    const outcome = outcomeOf(rule.id);

    return toResult(rule, { outcome, exercised: outcome.kind === 'fail' ? 1 : 0, requests: 0 }, 0);
  });

  return { results, inconclusive: preflight.kind === 'nothing' ? preflight.why : undefined, choices: {} };
}

/** Judges all rules except the last ones, and makes most observations, concurrently if enough requests are left. */
async function judgeMostRules(
  runContext: RunnerContext,
  rules: readonly Rule[],
  observer: Observer,
): Promise<{ readonly judged: readonly RuleResult[]; readonly unavailable: string | undefined }> {
  const { client, selects } = runContext;
  const judge = (some: readonly Rule[], before: readonly RuleResult[], atOnce?: number) =>
    judgeRules(runContext, { rules: some, before, atOnce });
  const musts = rules.filter((rule) => rule.level === 'must' && !isLast(rule));
  const shoulds = rules.filter((rule) => rule.level !== 'must' && !isLast(rule));
  const isShouldSelected = shoulds.some(({ id }) => selects(id));

  client.budget.keepFor('end');
  const harmless = await judgeRules(runContext, {
    rules: musts.filter(isHarmless),
    before: [],
    leavesOthers: true,
  });
  const atOnce = Math.max(1, Math.floor(client.budget.left / REQUESTS_OF_RULE));
  const isTogether = atOnce >= shoulds.length;
  const judgeLate = () =>
    judge(
      musts.filter((rule) => !isHarmless(rule)),
      harmless,
    );
  const judgeShoulds = async () => {
    const unavailable = isShouldSelected ? await whyUnavailable(runContext) : undefined;
    if (unavailable !== undefined) return { unavailable, results: [] };
    client.budget.keepFor('late-violations');
    const [results] = await Promise.all([
      judge(shoulds.filter(isHarmless), harmless, atOnce),
      isTogether ? observer.run(HARMLESS_STAGES) : undefined,
    ]);

    return { unavailable, results };
  };

  const together = isTogether ? judgeShoulds() : undefined;
  const lateTogether = await judgeLate();
  await together;
  const isDoubtful = together !== undefined && lateTogether.some(hasFailed);
  const late = isDoubtful ? await judgeAlone(lateTogether, judgeLate, runContext) : lateTogether;
  // A late rule may have broken the deployment, and so failed the others.
  const isDisturbed = isDoubtful && late.some(hasFailed);
  const { unavailable, results } = await (together === undefined || isDisturbed ? judgeShoulds() : together);
  const before = [...harmless, ...late, ...results];
  const rest =
    unavailable === undefined
      ? await judge(
          shoulds.filter((rule) => !isHarmless(rule)),
          before,
          atOnce,
        )
      : leaveUnjudged(shoulds, unavailable, runContext);
  const isOver = unavailable !== undefined && !isLimitReached(unavailable);
  if (!isOver) await observer.run(isTogether ? LATE_STAGES : [...HARMLESS_STAGES, ...LATE_STAGES]);

  return {
    judged: inOrder(rules, [...before, ...rest]),
    unavailable: isOver ? unavailable : await observer.whyInDoubt(),
  };
}

function leaveUnjudged(
  rules: readonly Rule[],
  why: string,
  { selects }: RunnerContext,
): readonly RuleResult[] {
  return rules.map((rule) =>
    toResult(rule, selects(rule.id) ? withoutRequests(notJudged(why)) : notSelected(), 0),
  );
}

/** Judges failed rules again, alone: a request of a concurrent rule may have broken the deployment. */
async function judgeAlone(
  results: readonly RuleResult[],
  judge: () => Promise<readonly RuleResult[]>,
  runContext: RunnerContext,
): Promise<readonly RuleResult[]> {
  const state = await checkLiveness(runContext);
  switch (state.kind) {
    case 'answers':
      return judge();
    // A deployment that is broken for good would not show the cause.
    case 'stopped':
      return results;
    case 'unknown':
      return results.map((result) =>
        hasFailed(result) ? { ...result, outcome: notJudged(state.why) } : result,
      );
  }
}

function hasFailed({ outcome }: RuleResult): boolean {
  return outcome.kind === 'fail';
}

/** Whether the rule leaves the deployment as it was. */
function isHarmless({ stage = 0 }: Rule): boolean {
  return stage <= 1;
}

/** Whether a rule is judged after all requests of the other rules. */
function isLast({ stage = 0 }: Rule): boolean {
  return stage >= 5;
}

function hasWrongTokens({ stage }: Rule): boolean {
  return stage === 6;
}

/** The later result of a rule counts. */
function inOrder(rules: readonly Rule[], results: readonly RuleResult[]): readonly RuleResult[] {
  const all = new Map(results.map((result) => [result.id, result]));

  return rules.map(({ id }) => all.get(id)).filter((result) => result !== undefined);
}

/** Rules whose failure explains that the deployment responds at the end, but returns no fee. */
const EXPLAINING: ReadonlySet<RuleId> = new Set<RuleId>([LIVENESS_RULE, 'robustness/refuses-oversized-body']);

/**
 * Judges late violations, the rules over all requests, those with wrong tokens, and whether the deployment still
 * answers. `inconclusive`: one sentence if it stopped answering and no selected rule reports it.
 */
async function judgeEnd(
  runContext: RunnerContext,
  rules: readonly Rule[],
  judged: readonly RuleResult[],
  observer: Observer,
  unavailable: string | undefined,
): Promise<Pick<AllResults, 'results' | 'inconclusive'>> {
  const { client, liveness } = runContext;
  const stopped = async () => (liveness.isGone ? await goneState(runContext) : undefined);

  client.budget.keepFor('end');
  liveness.beginEnd();
  const early = await stopped();
  const isBroken = early !== undefined || judged.some(explains);
  const before = isBroken ? judged : await judgeLateViolations(rules, judged, runContext);
  client.budget.keepFor('nothing');
  const judgeAfter = (isOne: (rule: Rule) => boolean, done: readonly RuleResult[]) =>
    judgeRules(runContext, {
      rules: rules.filter(isOne),
      before: done.map((result) => failWhereStopped(result, early)),
    });
  const overAll = await judgeAfter((rule) => isLast(rule) && !hasWrongTokens(rule), before);
  const isExplained = before.some(explains) || overAll.some(hasFailed);
  const served = [...before, ...overAll];
  runContext.log.beginWrongTokens();
  const ofTokens =
    unavailable === undefined
      ? await judgeAfter(hasWrongTokens, served)
      : leaveUnjudged(rules.filter(hasWrongTokens), unavailable, runContext);
  if (!isBroken) await observer.run(TOKEN_STAGES);
  // A client that is locked out sees no more violations.
  const isServed = [undefined, 'none'].includes(runContext.observed.result('observe/lockout'));
  const last = [
    ...(isServed && !isBroken ? await judgeLateViolations(rules, served, runContext) : served),
    ...ofTokens,
  ];
  const state: FinalState =
    early ??
    (await stopped()) ??
    (isExplained || !isServed ? { kind: 'answers' } : await checkLiveness(runContext));
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  const results = inOrder(
    rules,
    last.map((result) => failWhereStopped(result, state)),
  ).map((result) => concludeViolations(ruleOf.get(result.id) as Rule, result, runContext));

  return { results, inconclusive: sentenceFor(state, runContext) };
}

function explains(result: RuleResult): boolean {
  return EXPLAINING.has(result.id) && hasFailed(result);
}

/** Judges violations that were seen after their rule was judged, such as in observations, or that the cap deferred. */
async function judgeLateViolations(
  rules: readonly Rule[],
  judged: readonly RuleResult[],
  runContext: RunnerContext,
): Promise<readonly RuleResult[]> {
  const { findings } = runContext.log;
  const results: RuleResult[] = [];
  for (const result of judged) {
    const { outcome } = result;
    const rule = rules.find(({ id }) => id === result.id);
    const isCutOff = outcome.kind === 'skipped' && isLimitReached(outcome.why);
    const passed = isCutOff ? { ...result, outcome: { kind: 'pass' } as const } : result;
    const again =
      rule === undefined
        ? result
        : await revisit(rule, passed, runContext, [], isCutOff ? findings.violations(rule.id) : undefined);
    const { kind } = again.outcome;
    results.push(kind === 'fail' || kind === 'unstable' ? again : result);
  }

  return results;
}

function failWhereStopped(result: RuleResult, state: FinalState | undefined): RuleResult {
  const { outcome } = result;
  const isExcluded = outcome.kind === 'skipped' && outcome.cause === 'not-selected';
  if (state?.kind !== 'stopped' || result.id !== LIVENESS_RULE || isExcluded) return result;

  return {
    ...result,
    outcome: { kind: 'fail', counterexample: state.counterexample },
    exercised: Math.max(1, result.exercised),
  };
}

function sentenceFor(state: FinalState, { deployment: { url }, selects }: RunnerContext): string | undefined {
  switch (state.kind) {
    case 'answers':
      return undefined;
    case 'unknown':
      return state.why;
    case 'stopped':
      return selects(LIVENESS_RULE)
        ? undefined
        : `${url.origin} stopped answering in the course of the run: ${state.counterexample.got}.`;
  }
}
