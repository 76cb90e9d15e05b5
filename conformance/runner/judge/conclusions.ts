/** Draws conclusions from several results: unconfirmed violations, and failures that follow from others. */

import { feeIn } from '../../../src/contract/outcome.ts';
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { acceptedBody } from '../../rule/exchange.ts';
import { isAnswersLost } from '../../rule/failure.ts';
import { freshMtxidsIn } from '../../rule/mtxids.ts';
import { MIN_REFUSALS } from '../../rule/observers.ts';
import type { Rule } from '../../rule/rule.ts';
import { isLimitReached } from '../client/budget.ts';
import { MIX_UP_RULE } from '../history/run-log.ts';
import { LIVENESS_RULE } from '../liveness.ts';
import {
  blockedBy,
  type Failure,
  failuresOf,
  type Outcome,
  outcomeOf,
  PRICES_CHANGED,
  type RuleResult,
} from '../outcome.ts';
import type { RunnerContext } from '../run-context.ts';

/** Returns a failure or an unstable result where the violations that observers saw demand it. */
export function concludeViolations(
  rule: Rule,
  result: RuleResult,
  { log, mtxids }: RunnerContext,
): RuleResult {
  const { findings } = log;
  const pricesChanged = log.history.pricesChanged || result.outcome === PRICES_CHANGED;
  const all = findings.violations(rule.id);
  if (all.length === 0 || !canStillFail(result)) return result;
  const violations = all.filter(({ violation: { isRare } }) => !(isRare && pricesChanged));
  if (violations.length === 0)
    return isConfirmed(result.outcome) ? result : { ...result, outcome: PRICES_CHANGED };
  const counts = findings.counts(rule.id);
  const share = counts.all / (findings.holds(rule.id) + counts.all);
  const proof = violations.find(
    ({ violation: { failsFrom = Number.POSITIVE_INFINITY, fromShare, isAccident, isRare = false } }) =>
      failsFrom <= (isAccident || isRare ? counts.separate : counts.all) &&
      (fromShare === undefined || (share >= fromShare && counts.isLasting)) &&
      (share <= FEW || !isRare),
  );
  const doubt = violations.find(({ violation: { isAccident } }) => !isAccident);
  const shown = proof ?? (isConfirmed(result.outcome) ? undefined : doubt);
  if (shown === undefined) return result;
  const { violation, exchange, script } = shown;
  // An overloaded deployment is shown with the requests that overload it.
  if (isConfirmed(result.outcome) && violation.nature === 'server-error') return result;
  const { expected, got, related = [], at = exchange } = violation;
  const often = { repeated: counts.all, attempts: findings.holds(rule.id) + counts.all };
  const steps = [...related, exchange];
  const bodies = steps.map(({ body }) => body);
  const counterexample = {
    value: script,
    expected,
    got,
    at,
    transcript: { steps, freshMtxids: freshMtxidsIn(bodies, mtxids.stamps) },
  };
  const outcome: Outcome =
    proof === undefined
      ? { kind: 'unstable', counterexample, ...often }
      : { kind: 'fail', counterexample, often };

  return { ...result, outcome, exercised: Math.max(result.exercised, often.repeated) };
}

/** A share. */
const FEW = 0.1;

/** Whether a failure was confirmed that does not occur each time: all its occurrences then show more of it. */
function isConfirmed(outcome: Outcome): boolean {
  return (
    (outcome.kind === 'fail' && outcome.often !== undefined) ||
    (outcome.kind === 'unstable' && outcome.atOnce === true)
  );
}

/** A rule that is blocked by another one stays blocked. */
function canStillFail({ id, outcome }: RuleResult): boolean {
  switch (outcome.kind) {
    case 'pass':
      return true;
    case 'unstable':
      return true;
    case 'blocked':
      return outcome.by === id;
    case 'skipped':
      return ['choice', 'effort', 'not-judged'].includes(outcome.cause);
    case 'fail':
      return isConfirmed(outcome);
    case 'observed':
    case 'broken':
      return false;
  }
}

/** Blocks rules that got no answers by the failed rule that says so. */
export function blockWhereSilent(
  results: readonly RuleResult[],
  { liveness }: RunnerContext,
): readonly RuleResult[] {
  const cause = [LIVENESS_RULE, TIME_LIMIT_RULE].find((id) =>
    results.some((result) => result.id === id && result.outcome.kind === 'fail'),
  );
  const isOfTime = (outcome: Outcome) => outcome.kind === 'blocked' && outcome.by === TIME_LIMIT_RULE;

  return results.map((result) => {
    const { outcome } = result;
    if (cause === undefined || result.id === cause) return result;
    const isUnjudged = outcome.kind === 'skipped' && outcome.cause === 'not-judged';
    const isCutShort = isUnjudged && !isLimitReached(outcome.why);
    const isSilenced =
      isUnjudged &&
      (isAnswersLost(outcome.why) || (cause === LIVENESS_RULE && liveness.isGone && isCutShort));

    return isSilenced || (cause === LIVENESS_RULE && isOfTime(outcome))
      ? { ...result, outcome: blockedBy(cause) }
      : result;
  });
}

const TIME_LIMIT_RULE: RuleId = 'robustness/answers-in-time';

/** Rules whose failure can make a case of another rule fail among other requests, although it holds alone. */
const RULES_ON_MANY_REQUESTS: readonly RuleId[] = [
  'identity/stxid-is-unique',
  'robustness/survives-malformed-input',
  'identity/concurrent-updates-keep-stxid',
  'identity/outlives-other-traffic',
  'identity/state-machine',
];

/** Where all of them fail, the tokens of two merchants act for one: the service, or the deployment file, takes one for the other. */
const RULES_ON_MERCHANTS: readonly RuleId[] = [
  'identity/merchants-are-isolated',
  'processor/required-with-several',
  'processor/accepts-mid-or-name',
];

const CONCURRENCY_RULE: RuleId = 'identity/concurrent-updates-keep-stxid';

/** Whether it shows only among other calls: what one after another shows as well is shrunk to that. */
function failsAtOnce(failure: Failure): boolean {
  const { steps } = failure.counterexample.transcript;

  return isErrorNowAndThen(failure) || steps.some(({ concurrent }) => concurrent);
}

function isErrorNowAndThen({ counterexample: { at, transcript }, ...failure }: Failure): boolean {
  const status = (at ?? transcript.steps.at(-1))?.status ?? 0;

  return status >= 500 && 'often' in failure && failure.often !== undefined;
}

/** Whether a valid call was refused now and then, whatever it holds: its repetition is accepted. */
function isOfChance({ outcome }: Pick<RuleResult, 'outcome'>): boolean {
  const failures = failuresOf(outcome);

  return failures.length > 0 && failures.every(isRefusedNowAndThen);
}

function isRefusedNowAndThen({ counterexample: { at, got }, ...failure }: Failure): boolean {
  const isEachTime = failure.kind === 'fail' && failure.often === undefined;

  return !isEachTime && at !== undefined && at.outcome.kind === 'refused' && got.startsWith('refused: ');
}

/** The rules on the plainest first calls, updates and sales: where they are refused now and then, so is any other call. */
const RULES_ON_PLAIN_CALLS: readonly RuleId[] = [
  'fee-request/accepts-required-fields-alone',
  'identity/update-by-stxid-keeps-stxid',
  'sale/accepts-stxid',
];

/** Fails a rule on plain calls of which some were refused now and then, where other rules have seen it often enough. */
function addUp(results: readonly RuleResult[]): readonly RuleResult[] {
  const byChance = results.filter(isOfChance);
  const refusalOf = ({ outcome }: RuleResult) => failuresOf(outcome)[0]?.counterexample.at;
  const repeatedIn = ({ outcome }: RuleResult) =>
    outcome.kind === 'fail' ? (outcome.often?.repeated ?? 1) - 1 : 0;

  return results.map((result) => {
    const { id, outcome } = result;
    const isOpen = outcome.kind === 'unstable' && RULES_ON_PLAIN_CALLS.includes(id);
    if (!isOpen || !byChance.includes(result)) return result;
    const alike = byChance.filter((one) => refusalOf(one)?.operation === refusalOf(result)?.operation);
    const seen = new Set(alike.map((one) => refusalOf(one)?.sentAt)).size;
    if (alike.reduce((sum, one) => sum + repeatedIn(one), seen) < MIN_REFUSALS) return result;
    const { counterexample, repeated, attempts } = outcome;

    return { ...result, outcome: { kind: 'fail', counterexample, often: { repeated, attempts } } };
  });
}

/** Where it fails, an update that is to be refused may have had no effect at all. */
const UPDATE_RULE: RuleId = 'identity/update-recalculates-fee';

/** Whether a call was accepted with the answer that its transaction had before. */
function repeatsAnswer({ counterexample: { at, transcript } }: Failure): boolean {
  const { steps } = transcript;
  const last = at ?? steps.at(-1);
  const fee = last && feeIn(acceptedBody(last));

  return (
    last?.given !== undefined &&
    fee !== undefined &&
    steps.some(
      (one) => one.endedAt <= last.sentAt && one.given === last.given && feeIn(acceptedBody(one)) === fee,
    )
  );
}

interface NamingContext {
  readonly deployment: Pick<Deployment, 'one' | 'several'>;
  readonly log: { readonly findings: Pick<RunnerContext['log']['findings'], 'isMixedUp'> };
}

type Blocked = Extract<Outcome, { readonly kind: 'blocked' }>;

/**
 * Names each defect once: a failure is blocked by a failed rule that its rule depends on, and an unstable failure by a
 * failed rule on many requests.
 */
export function nameCauses(
  judged: readonly RuleResult[],
  rules: readonly Rule[],
  { deployment, log }: NamingContext,
): readonly RuleResult[] {
  const results = addUp(dropOwned(judged));
  const ofChance = new Set(results.filter(isOfChance).map(({ id }) => id));
  const all = results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  const onManyRequests = RULES_ON_MANY_REQUESTS.find((id) => all.includes(id) && !ofChance.has(id));
  // Calls that are mixed up at the same time are refused now and then.
  const failed = new Set(onManyRequests === undefined ? all : all.filter((id) => !ofChance.has(id)));
  const onPlainCalls = results.find(
    ({ id, outcome }) => RULES_ON_PLAIN_CALLS.includes(id) && ofChance.has(id) && isConfirmed(outcome),
  )?.id;
  const [isolation, ...ofMerchants] = RULES_ON_MERCHANTS;
  const areOne = RULES_ON_MERCHANTS.every((id) => failed.has(id)) && refusesOwnMid(results, deployment);
  /** Such a call may do anything. */
  const hasMixUp = ({ counterexample: { transcript } }: Failure) =>
    transcript.steps.some(log.findings.isMixedUp);
  /** A rule that was blocked by a refusal, and not by the failure of the rule to blame, says what was refused. */
  const nameUnjudged = (blocked: Blocked): Blocked => {
    const { by, why } = blocked;
    if (failed.has(by) || why !== blockedBy(by).why) return blocked;
    const first = results.find(
      ({ outcome }) => outcome.kind === 'blocked' && outcome.by === by && outcome.why !== why,
    );

    return first === undefined || first.outcome.kind !== 'blocked'
      ? blocked
      : { ...blocked, why: `it depends on ${first.id}, which was not judged: ${first.outcome.why}` };
  };

  return results.map((result) => {
    const { id, outcome } = result;
    if (outcome.kind === 'blocked') return { ...result, outcome: nameUnjudged(outcome) };
    if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return result;
    const isByChance = ofChance.has(id);
    const ofMany = outcome.kind === 'unstable' || isByChance ? onManyRequests : undefined;
    const ofPlain = isByChance && id !== onPlainCalls ? onPlainCalls : undefined;
    // Its own calls are accepted alone, so that errors now and then are none of what it depends on.
    const isOfMany =
      id !== CONCURRENCY_RULE &&
      (!dependenciesOf(CONCURRENCY_RULE, rules).includes(id) || failuresOf(outcome).every(isErrorNowAndThen));
    const isAtOnce = isOfMany && failed.has(CONCURRENCY_RULE) && failsAtOnce(outcome);
    const atOnce = isAtOnce ? CONCURRENCY_RULE : undefined;
    const asOne = areOne && ofMerchants.includes(id) ? isolation : undefined;
    const isIgnored =
      id !== UPDATE_RULE && failed.has(UPDATE_RULE) && failuresOf(outcome).every(repeatsAnswer);
    const ofUpdates = isIgnored ? UPDATE_RULE : undefined;
    const isMixedUp = id !== MIX_UP_RULE && failed.has(MIX_UP_RULE) && failuresOf(outcome).every(hasMixUp);
    const ofMixUp = isMixedUp ? MIX_UP_RULE : undefined;
    const dependency = dependenciesOf(id, rules).find((other) => failed.has(other));
    const cause = asOne ?? dependency ?? ofMixUp ?? ofMany ?? ofPlain ?? atOnce ?? ofUpdates;
    if (cause !== undefined) return { ...result, outcome: blockedBy(cause) };
    if (outcome.kind === 'fail' || !outcome.atOnce) return result;
    const { counterexample, repeated, attempts } = outcome;

    return { ...result, outcome: { kind: 'fail', counterexample, often: { repeated, attempts } } };
  });
}

/** Whether the merchant with several processors is refused the MID of one that only it has. */
function refusesOwnMid(
  results: readonly RuleResult[],
  { one, several }: Pick<Deployment, 'one' | 'several'>,
): boolean {
  const shared = one.processors?.map(({ mid }) => mid) ?? [];
  const own = several?.processors?.map(({ mid }) => mid).filter((mid) => !shared.includes(mid)) ?? [];

  return results
    .filter(({ id }) => id === 'processor/accepts-mid-or-name')
    .flatMap(({ outcome }) => failuresOf(outcome))
    .some(({ counterexample: { at } }) => own.includes(String(at?.fields?.['processor'])));
}

/** Without the refusals that belong to another rule which fails; the first of two rules that own each other keeps its own. */
function dropOwned(results: readonly RuleResult[]): readonly RuleResult[] {
  const failures = new Map(results.map(({ id, outcome }) => [id, failuresOf(outcome)]));
  const blocking = new Map(
    results.flatMap(({ id, outcome }) => (outcome.kind === 'blocked' ? [[id, outcome.by]] : [])),
  );
  const standing = new Set<RuleId>();
  const ownerOf = (failure: Failure, seen: readonly RuleId[] = []): RuleId | undefined => {
    const { owner: found } = failure.counterexample;
    const owner = found && (blocking.get(found) ?? found);
    if (owner === undefined || standing.has(owner) || seen.includes(owner)) return owner;
    const [first] = failures.get(owner) ?? [];

    return first && ownerOf(first, [...seen, owner]);
  };
  const isDropped = (failure: Failure) => {
    const owner = ownerOf(failure);

    return owner !== undefined && standing.has(owner);
  };
  for (const [id, all] of failures)
    if (all.some(({ kind, counterexample }) => kind === 'fail' && counterexample.owner === undefined))
      standing.add(id);
  for (const [id, all] of failures)
    if (all.some(({ kind }) => kind === 'fail') && !all.every(isDropped)) standing.add(id);

  return results.map((result) => {
    const all = failures.get(result.id) ?? [];
    if (all[0] === undefined || result.outcome.kind !== 'fail') return result;
    const kept = all.filter((failure) => !isDropped(failure));
    const blocked = blockedBy(ownerOf(all[0]) ?? result.id);

    return { ...result, outcome: outcomeOf(kept, result.outcome.unfinished) ?? blocked };
  });
}

/** The rules that this one depends on, directly or not. */
function dependenciesOf(id: RuleId, rules: readonly Rule[]): readonly RuleId[] {
  const direct = rules.find((rule) => rule.id === id)?.dependsOn ?? [];

  return [...direct, ...direct.flatMap((other) => dependenciesOf(other, rules))];
}
