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
import { checkLiveness, type FinalState, goneState, whyUnavailable } from './final-state.ts';
import { blockWhereSilent, concludeViolations, findApart, nameCauses } from './judge/conclusions.ts';
import { judgeRules, revisit } from './judge/judge-rules.ts';
import { createObserver, observedChoices } from './judge/observer.ts';
import { LIVENESS_RULE } from './liveness.ts';
import {
  blockedBy,
  notJudged,
  notSelected,
  type RuleOutcome,
  type RuleResult,
  toResult,
  withoutRequests,
} from './outcome.ts';
import type { PreflightFailure } from './preflight/preflight.ts';
import type { RunnerContext } from './session.ts';
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
  if (maxRequests < PREFLIGHT_REQUESTS) {
    const why = `A cap of ${maxRequests} requests is too low to find out anything: give --max-requests ${PREFLIGHT_REQUESTS} or more.`;

    return {
      ...withoutBaseline({ kind: 'nothing', why }, options),
      ...{ requests: 0, latencies: undefined, wasInterrupted: false },
    };
  }
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

/** No valid request was accepted: one rule fails and blocks the others, or nothing can be judged. */
function withoutBaseline(
  preflight: PreflightFailure,
  { rules, observations, selects }: RunnerOptions,
): AllResults {
  const outcomeOf = (id: RuleId): RuleOutcome => {
    if (!selects(id)) return notSelected().outcome;
    if (preflight.kind === 'nothing') return notJudged(preflight.why);

    return id === preflight.by
      ? { kind: 'fail', counterexample: preflight.counterexample }
      : blockedBy(preflight.by);
  };
  const results = [...rules, ...observations].map((rule) => {
    const outcome = outcomeOf(rule.id);

    return toResult(rule, { outcome, exercised: outcome.kind === 'fail' ? 1 : 0, requests: 0 });
  });

  return { results, inconclusive: preflight.kind === 'nothing' ? preflight.why : undefined, choices: {} };
}

/** Rules whose failure explains that the deployment responds at the end, but returns no fee. */
const EXPLAINING: readonly RuleId[] = [LIVENESS_RULE, 'robustness/refuses-oversized-body'];

/** The stages of rules that leave the deployment as it was; of those that may not; over all requests; with wrong tokens. */
const [HARMLESS, LATE, OVER_ALL, WRONG_TOKENS] = [[0, 1], [2, 3, 4], [5], [6]] as const;

async function judgeAll(
  runContext: RunnerContext,
  rules: readonly Rule[],
  observations: readonly Observation[],
): Promise<AllResults> {
  const { client, selects, liveness, log } = runContext;
  const { budget } = client;
  const observer = createObserver(runContext, observations);
  /** The latest result of each rule. */
  const results = new Map<RuleId, RuleResult>();
  const keep = (some: readonly RuleResult[]) => {
    for (const result of some) results.set(result.id, result);
  };
  const hasFailed = (id: RuleId) => results.get(id)?.outcome.kind === 'fail';
  const haveFailed = (some: readonly Rule[]) => some.some(({ id }) => hasFailed(id));
  const judge = async (
    some: readonly Rule[],
    more: { readonly atOnce?: number; readonly leavesOthers?: true } = {},
  ) => {
    const before = [...results.values()].filter(({ id }) => some.every((rule) => rule.id !== id));
    keep(await judgeRules(runContext, { rules: some, before, ...more }));
  };
  const leaveUnjudged = (some: readonly Rule[], why: string) => {
    const unjudged = withoutRequests(notJudged(why));
    keep(some.map((rule) => toResult(rule, selects(rule.id) ? unjudged : notSelected())));
  };
  const among = (stages: readonly Rule['stage'][], ...levels: readonly Rule['level'][]) =>
    rules.filter(({ stage = 0, level }) => stages.includes(stage) && levels.includes(level));
  const [harmlessMusts, lateMusts] = [among(HARMLESS, 'must'), among(LATE, 'must')];
  const [harmlessShoulds, lateShoulds] = [among(HARMLESS, 'should'), among(LATE, 'should')];
  const shoulds = [...harmlessShoulds, ...lateShoulds];
  const wrongTokens = among(WRONG_TOKENS, 'must', 'should');
  let unavailable: string | undefined;

  budget.keepFor('end');
  await judge(harmlessMusts, { leavesOthers: true });
  const atOnce = Math.max(1, Math.floor(budget.left / REQUESTS_OF_RULE));
  const isTogether = atOnce >= shoulds.length;
  const judgeShoulds = async () => {
    unavailable = shoulds.some(({ id }) => selects(id)) ? await whyUnavailable(runContext) : undefined;
    if (unavailable !== undefined) return;
    budget.keepFor('late-violations');
    await Promise.all([
      judge(harmlessShoulds, { atOnce }),
      isTogether ? observer.run(HARMLESS_STAGES) : undefined,
    ]);
  };
  const together = isTogether ? judgeShoulds() : undefined;
  await judge(lateMusts);
  await together;
  if (together !== undefined && haveFailed(lateMusts)) {
    // A request of a concurrent rule may have broken the deployment; one that is broken for good would not show the cause.
    const state = await checkLiveness(runContext);
    if (state.kind === 'answers') await judge(lateMusts);
    if (state.kind === 'unknown')
      for (const { id } of lateMusts)
        if (hasFailed(id)) keep([{ ...(results.get(id) as RuleResult), outcome: notJudged(state.why) }]);
    // A late rule may have broken the deployment, and so failed the others.
    if (haveFailed(lateMusts)) await judgeShoulds();
  } else if (together === undefined) await judgeShoulds();
  if (unavailable === undefined) await judge(lateShoulds, { atOnce });
  else leaveUnjudged(shoulds, unavailable);
  const isOver = unavailable !== undefined && !isLimitReached(unavailable);
  if (!isOver) await observer.run(isTogether ? LATE_STAGES : [...HARMLESS_STAGES, ...LATE_STAGES]);
  const doubt = isOver ? unavailable : await observer.whyInDoubt();

  budget.keepFor('end');
  liveness.beginEnd();
  const stopped = async () => (liveness.isGone ? await goneState(runContext) : undefined);
  const stoppedEarly = await stopped();
  const isBroken = stoppedEarly !== undefined || EXPLAINING.some(hasFailed);
  if (!isBroken) keep(await judgeLateViolations(rules, results, runContext));
  budget.keepFor('nothing');
  if (stoppedEarly !== undefined) keep(failWhereStopped(results, stoppedEarly));
  const overAll = among(OVER_ALL, 'must', 'should');
  await judge(overAll);
  const isExplained = EXPLAINING.some(hasFailed) || haveFailed(overAll);
  const served = new Map(results);
  log.beginWrongTokens();
  if (doubt === undefined) await judge(wrongTokens);
  else leaveUnjudged(wrongTokens, doubt);
  if (!isBroken) await observer.run(TOKEN_STAGES);
  // A client that is locked out sees no more violations.
  const isServed = [undefined, 'none'].includes(runContext.observed.result('observe/lockout'));
  if (isServed && !isBroken) keep(await judgeLateViolations(rules, served, runContext));
  const state: FinalState =
    stoppedEarly ??
    (await stopped()) ??
    (isExplained || !isServed ? { kind: 'answers' } : await checkLiveness(runContext));
  keep(failWhereStopped(results, state));
  const concluded = rules.flatMap((rule) => {
    const result = results.get(rule.id);

    return result === undefined ? [] : [concludeViolations(rule, result, runContext)];
  });
  const observed = observer.results(doubt);
  const judged = blockWhereSilent([...concluded, ...observed], runContext);
  const apart = await findApart(judged, rules, runContext);

  return {
    results: nameCauses(judged, rules, { ...runContext, apart }),
    inconclusive: sentenceFor(state, runContext),
    limitReached: budget.limitReached,
    stamps: runContext.mtxids.stamps,
    choices: { ...runContext.choices, ...observedChoices(observed, observations) },
    coverage: log.history.coverage(),
  };
}

/** Judges violations that were seen after their rule was judged, such as in observations, or that the cap deferred. */
async function judgeLateViolations(
  rules: readonly Rule[],
  judged: ReadonlyMap<RuleId, RuleResult>,
  runContext: RunnerContext,
): Promise<readonly RuleResult[]> {
  const { findings } = runContext.log;
  const results: RuleResult[] = [];
  for (const rule of rules) {
    const result = judged.get(rule.id);
    if (result === undefined) continue;
    const { outcome } = result;
    const isCutOff = outcome.kind === 'skipped' && isLimitReached(outcome.why);
    const passed = isCutOff ? { ...result, outcome: { kind: 'pass' } as const } : result;
    const logged = isCutOff ? findings.violations(rule.id) : undefined;
    const again = await revisit(rule, passed, runContext, [], logged);
    if (again.outcome.kind === 'fail' || again.outcome.kind === 'unstable') results.push(again);
  }

  return results;
}

function failWhereStopped(
  results: ReadonlyMap<RuleId, RuleResult>,
  state: FinalState,
): readonly RuleResult[] {
  const result = results.get(LIVENESS_RULE);
  if (state.kind !== 'stopped' || result === undefined) return [];
  const { outcome, exercised } = result;
  if (outcome.kind === 'skipped' && outcome.cause === 'not-selected') return [];
  const { counterexample } = state;

  return [{ ...result, outcome: { kind: 'fail', counterexample }, exercised: Math.max(1, exercised) }];
}

/** Undefined where a selected rule reports it. */
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
