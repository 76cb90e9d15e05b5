/** Draws conclusions from several results: unconfirmed violations, and failures that follow from others. */

import { feeIn } from '../../../src/contract/outcome.ts';
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { isServerError, REFUSAL_WITH_OK } from '../../rule/assertions.ts';
import { isAnswersLost } from '../../rule/failure.ts';
import { freshMtxidsIn } from '../../rule/mtxids.ts';
import { MIN_REFUSALS, OWN_STXID } from '../../rule/observers.ts';
import type { Rule } from '../../rule/rule.ts';
import { isScript, type Script } from '../../rule/script.ts';
import { acceptedBody } from '../../rule/service-call.ts';
import { isLimitReached } from '../client/budget.ts';
import { MIX_UP_RULE } from '../history/run-log.ts';
import { LIVENESS_RULE } from '../liveness.ts';
import {
  blockedBy,
  type Counterexample,
  type Failure,
  failuresOf,
  KNOWN_PRICES_CHANGED,
  outcomeOf,
  PRICES_CHANGED,
  type RuleOutcome,
  type RuleResult,
} from '../outcome.ts';
import type { RunnerContext } from '../session.ts';
import { execute } from './execution.ts';
import { isOverOneConnection } from './failures.ts';
import { times } from './repeat.ts';

/** Returns a failure or an unstable result where the violations that observers saw demand it. */
export function concludeViolations(
  rule: Rule,
  result: RuleResult,
  { log: { findings, history }, mtxids }: RunnerContext,
): RuleResult {
  const { outcome } = result;
  const all = findings.violations(rule.id);
  if (all.length === 0 || !canStillFail(result)) return result;
  const newPrices = history.reference === undefined ? PRICES_CHANGED : KNOWN_PRICES_CHANGED;
  const pricesChanged = history.pricesChanged || outcome === newPrices;
  const violations = all.filter(({ violation: { isRare } }) => !(isRare && pricesChanged));
  if (violations.length === 0) return isConfirmed(outcome) ? result : { ...result, outcome: newPrices };
  const counts = findings.counts(rule.id);
  const attempts = findings.holds(rule.id) + counts.all;
  const share = counts.all / attempts;
  const proof = violations.find(
    ({ violation: { failsFrom = Number.POSITIVE_INFINITY, fromShare, isAccident, isRare = false } }) =>
      failsFrom <= (isAccident || isRare ? counts.separate : counts.all) &&
      (fromShare === undefined || (share >= fromShare && counts.isLasting)) &&
      (share <= FEW || !isRare),
  );
  const doubt = violations.find(({ violation: { isAccident } }) => !isAccident);
  const shown = proof ?? (isConfirmed(outcome) ? undefined : doubt);
  // An overloaded deployment is shown with the requests that overload it.
  const isShown = isConfirmed(outcome) && shown?.violation.nature === 'server-error';
  if (shown === undefined || isShown) return result;
  const { violation, call, script } = shown;
  const { expected, got, related = [], at = call } = violation;
  const often = { repeated: counts.all, attempts };
  const steps = [...related, call];
  const freshMtxids = freshMtxidsIn(
    steps.map(({ body }) => body),
    mtxids.stamps,
  );
  const counterexample = { value: script, expected, got, at, transcript: { steps, freshMtxids } };

  return {
    ...result,
    outcome:
      proof === undefined
        ? { kind: 'unstable', counterexample, ...often }
        : { kind: 'fail', counterexample, often },
    exercised: Math.max(result.exercised, often.repeated),
  };
}

/** A share. */
const FEW = 0.1;

/** Whether a failure was confirmed that does not occur each time: all its occurrences then show more of it. */
function isConfirmed(outcome: RuleOutcome): boolean {
  return (
    (outcome.kind === 'fail' && outcome.often !== undefined) ||
    (outcome.kind === 'unstable' && outcome.atOnce === true)
  );
}

/** A rule that is blocked by another one stays blocked. */
function canStillFail({ id, outcome }: RuleResult): boolean {
  if (outcome.kind === 'blocked') return outcome.by === id;
  if (outcome.kind === 'skipped') return ['choice', 'effort', 'not-judged'].includes(outcome.cause);

  return outcome.kind === 'pass' || outcome.kind === 'unstable' || isConfirmed(outcome);
}

/** Blocks rules that got no answers by the failed rule that says so. */
export function blockWhereSilent(
  results: readonly RuleResult[],
  { liveness }: RunnerContext,
): readonly RuleResult[] {
  const cause = [LIVENESS_RULE, TIME_LIMIT_RULE].find((id) =>
    results.some((result) => result.id === id && result.outcome.kind === 'fail'),
  );
  if (cause === undefined) return results;
  const isSilenced = (outcome: RuleOutcome) => {
    if (outcome.kind === 'blocked') return cause === LIVENESS_RULE && outcome.by === TIME_LIMIT_RULE;
    if (outcome.kind !== 'skipped' || outcome.cause !== 'not-judged') return false;
    const isCutShort = cause === LIVENESS_RULE && liveness.isGone && !isLimitReached(outcome.why);

    return isAnswersLost(outcome.why) || isCutShort;
  };

  return results.map((result) =>
    result.id !== cause && isSilenced(result.outcome) ? { ...result, outcome: blockedBy(cause) } : result,
  );
}

const TIME_LIMIT_RULE: RuleId = 'robustness/answers-in-time';

/** Rules whose failure can make a script of another rule fail among other requests, although it holds alone. */
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

function isErrorNowAndThen({ counterexample: { at, transcript }, ...failure }: Failure): boolean {
  const status = (at ?? transcript.steps.at(-1))?.status ?? 0;

  return status >= 500 && 'often' in failure && failure.often !== undefined;
}

/** Whether a valid call was refused now and then, whatever it holds: its repetition is accepted. */
function isOfChance({ outcome }: Pick<RuleResult, 'outcome'>): boolean {
  const failures = failuresOf(outcome);

  return failures.length > 0 && failures.every(isRefusedNowAndThen);
}

function isRefusedNowAndThen(failure: Failure): boolean {
  const { at, got } = failure.counterexample;

  return (
    isNowAndThen(failure) && at !== undefined && at.outcome.kind === 'refused' && got.startsWith('refused: ')
  );
}

/** Whether calls were refused, or answered for another transaction, now and then: as where calls at the same time are mixed up. */
function isMixedUpNowAndThen({ outcome }: RuleResult): boolean {
  const failures = failuresOf(outcome);
  const isMistaken = (failure: Failure) =>
    isNowAndThen(failure) && failure.counterexample.expected.startsWith(OWN_STXID);

  return failures.length > 0 && failures.every((one) => isRefusedNowAndThen(one) || isMistaken(one));
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
    if (!RULES_ON_PLAIN_CALLS.includes(result.id) || !byChance.includes(result)) return result;
    const alike = byChance.filter((one) => refusalOf(one)?.operation === refusalOf(result)?.operation);
    const seen = new Set(alike.map((one) => refusalOf(one)?.sentAt)).size;

    return alike.reduce((sum, one) => sum + repeatedIn(one), seen) < MIN_REFUSALS ? result : failed(result);
  });
}

/** With an unstable failure as a failure that does not occur each time. */
function failed(result: RuleResult): RuleResult {
  if (result.outcome.kind !== 'unstable') return result;
  const { counterexample, repeated, attempts } = result.outcome;

  return { ...result, outcome: { kind: 'fail', counterexample, often: { repeated, attempts } } };
}

/** Where it fails, an update that is to be refused may have had no effect at all. */
const UPDATE_RULE: RuleId = 'identity/update-recalculates-fee';

/** Names a deployment that refuses every call after one that broke it. */
const BREAKDOWN_RULE: RuleId = 'robustness/survives-malformed-input';
const PLAINEST_RULE: RuleId = 'fee-request/accepts-required-fields-alone';

function isRefusedOverOneConnection({ counterexample }: Failure): boolean {
  return isOverOneConnection(counterexample) && counterexample.got.startsWith('refused: ');
}

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
  readonly log: {
    readonly findings: Pick<RunnerContext['log']['findings'], 'isMixedUp' | 'isOfAnother'>;
    readonly history: Pick<RunnerContext['log']['history'], 'isOrdinary'>;
  };
  /** Rules whose failures show with a connection for each call as well. */
  readonly apart?: ReadonlySet<RuleId>;
}

/**
 * Names each defect once: a failure is blocked by a failed rule that its rule depends on, and an unstable failure by a
 * failed rule on many requests.
 */
export function nameCauses(
  judged: readonly RuleResult[],
  rules: readonly Rule[],
  { deployment, log, apart = new Set() }: NamingContext,
): readonly RuleResult[] {
  const results = addUp(dropOwned(judged));
  const ofChance = new Set(results.filter(isOfChance).map(({ id }) => id));
  const all = results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id);
  const mixedUp = new Set(results.filter(isMixedUpNowAndThen).map(({ id }) => id));
  const onManyRequests = RULES_ON_MANY_REQUESTS.find((id) => all.includes(id) && !mixedUp.has(id));
  const failing = new Set(onManyRequests === undefined ? all : all.filter((id) => !mixedUp.has(id)));
  const onPlainCalls = results.find(
    ({ id, outcome }) => RULES_ON_PLAIN_CALLS.includes(id) && ofChance.has(id) && isConfirmed(outcome),
  )?.id;
  const [isolation, ...ofMerchants] = RULES_ON_MERCHANTS;
  const areOne = RULES_ON_MERCHANTS.every((id) => failing.has(id)) && refusesOwnMid(results, deployment);
  // After it, even calls are refused that were accepted when their rule was judged.
  const hasBrokenDown = results.some(({ id, outcome }) => id === PLAINEST_RULE && outcome.kind === 'pass');
  const breaksConnections = results.some(
    ({ id, outcome }) => id === BREAKDOWN_RULE && failuresOf(outcome).some(isRefusedOverOneConnection),
  );
  const hasAnswerOfAnother = (failure: Failure) => isOfAnother(failure, log);
  // Where all calls have one sTxId, it tells nothing of the other answers.
  const repeatsAnswers = results.some(
    ({ id, outcome }) =>
      id === UNIQUE_RULE &&
      failuresOf(outcome).some((one) => isNowAndThen(one) || isOverOneConnection(one.counterexample)),
  );
  const mayBeRefusal = ({ counterexample: { at, got, transcript } }: Failure) => {
    const last = at ?? transcript.steps.at(-1);
    if (got.startsWith('accepted: ')) return true;
    if (last?.response.kind !== 'answered' || last.response.body?.['message'] !== 'ok') return false;

    return !log.history.isOrdinary(last);
  };
  const isRefusalWithOk = ({ counterexample }: Failure) => counterexample.expected === REFUSAL_WITH_OK;
  const looksAccepted = results.filter(
    ({ id, outcome }) =>
      id !== MESSAGE_RULE && outcome.kind === 'fail' && failuresOf(outcome).every(mayBeRefusal),
  );
  // Otherwise it prices bodies that it cannot read, and nothing else that it should refuse.
  const refusesWithOk =
    looksAccepted.length >= MANY_ACCEPTED &&
    results.some(({ id, outcome }) => id === MESSAGE_RULE && failuresOf(outcome).some(isRefusalWithOk));
  const ofConnection = findConnectionFailure(results, (one) => !hasAnswerOfAnother(one));
  /** Such a call may do anything. */
  const hasMixUp = ({ counterexample: { transcript } }: Failure) =>
    transcript.steps.some(log.findings.isMixedUp);
  const isAtOnce = (failure: Failure) =>
    isErrorNowAndThen(failure) ||
    failure.counterexample.transcript.steps.some(({ concurrent }) => concurrent);
  const causeOf = ({ id, outcome }: RuleResult): RuleId | undefined => {
    const every = (isSo: (failure: Failure) => boolean) => failuresOf(outcome).every(isSo);
    /** This rule, where it fails and explains all failures. */
    const where = (cause: RuleId, isSo: (failure: Failure) => boolean) =>
      id !== cause && failing.has(cause) && every(isSo) ? cause : undefined;
    const isByChance = ofChance.has(id);
    const [first] = failuresOf(outcome);
    // Its own calls are accepted alone, so that errors now and then are none of what it depends on.
    const isOfMany = !dependenciesOf(CONCURRENCY_RULE, rules).includes(id) || every(isErrorNowAndThen);

    return (
      (areOne && ofMerchants.includes(id) ? isolation : undefined) ??
      (ofConnection && !apart.has(id) ? where(ofConnection.id, mayBeOfConnection) : undefined) ??
      (refusesWithOk ? where(MESSAGE_RULE, mayBeRefusal) : undefined) ??
      (id === MESSAGE_RULE && !refusesWithOk && every(isRefusalWithOk) ? looksAccepted[0]?.id : undefined) ??
      dependenciesOf(id, rules).find((other) => failing.has(other)) ??
      where(MIX_UP_RULE, hasMixUp) ??
      (repeatsAnswers && failuresOf(outcome).some(hasAnswerOfAnother)
        ? where(UNIQUE_RULE, () => true)
        : undefined) ??
      (outcome.kind === 'unstable' || mixedUp.has(id) ? onManyRequests : undefined) ??
      (isByChance && id !== onPlainCalls ? onPlainCalls : undefined) ??
      // It shows only among other calls: what one after another shows as well is shrunk to that.
      where(CONCURRENCY_RULE, () => isOfMany && first !== undefined && isAtOnce(first)) ??
      where(UPDATE_RULE, repeatsAnswer) ??
      where(BREAKDOWN_RULE, (failure) =>
        [
          breaksConnections && isRefusedOverOneConnection(failure),
          hasBrokenDown && failure.counterexample.owner === PLAINEST_RULE,
        ].includes(true),
      )
    );
  };

  return results.map((result) => {
    const { outcome } = result;
    // A call that the rule depends on was refused, which the rule to blame has not found.
    if (outcome.kind === 'blocked' && !failing.has(outcome.by) && outcome.why === blockedBy(outcome.by).why)
      return { ...result, outcome: { ...outcome, why: `a call that ${outcome.by} judges was refused` } };
    if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return result;
    if (result.id === ofConnection?.id) return ofConnection;
    const cause = causeOf(result);
    if (cause !== undefined) return { ...result, outcome: blockedBy(cause) };

    return outcome.kind === 'unstable' && outcome.atOnce ? failed(result) : result;
  });
}

/** Rules whose wrong calls look accepted, from which on all refusals may look like successes. */
const MANY_ACCEPTED = 2;

/** Where it fails by calls that nothing can be priced by, all refusals may look like successes. */
const MESSAGE_RULE: RuleId = 'fee-response/has-message-ok';

function isOfAnother(
  { counterexample: { at, transcript } }: Failure,
  { findings }: NamingContext['log'],
): boolean {
  const last = at ?? transcript.steps.at(-1);

  return last !== undefined && findings.isOfAnother(last);
}

/**
 * The rules whose failures show with a connection for each call as well, where a failed rule shows that connections keep
 * something: these have another cause. A failure that cannot be sent in that way is none of them.
 */
export async function findApart(
  results: readonly RuleResult[],
  rules: readonly Rule[],
  runContext: RunnerContext,
): Promise<ReadonlySet<RuleId>> {
  const cause = findConnectionFailure(results, (one) => !isOfAnother(one, runContext.log));
  const apart = new Set<RuleId>();
  if (cause === undefined) return apart;
  for (const { id, outcome } of results) {
    const rule = rules.find((one) => one.id === id);
    const [first] = failuresOf(outcome);
    if (rule === undefined || id === cause.id || first === undefined) continue;
    const { value } = first.counterexample;
    if (!isScript(value) || [value.copies, value.control, value.proof].some((form) => form !== undefined))
      continue;
    const [once, again] = times(2, { ...value, connections: 'each' });
    const fails = async (script: Script | undefined) =>
      script !== undefined && (await execute(rule, script, runContext)).kind === 'failed';
    if ((await fails(once)) && (await fails(again))) apart.add(id);
  }

  return apart;
}

/** Where it fails, an answer may be that of another call. */
const UNIQUE_RULE: RuleId = 'identity/stxid-is-unique';

/** The rule that shows that a call over one connection depends on the calls before it, with that failure and its cause first. */
function findConnectionFailure(
  results: readonly RuleResult[],
  isOwn: (failure: Failure) => boolean,
): RuleResult | undefined {
  const shown = results.flatMap((result) => {
    const failures = failuresOf(result.outcome);
    for (const first of failures) {
      const summary = first.kind === 'fail' ? keptByConnection(result.id, first, isOwn(first)) : undefined;
      if (summary === undefined) continue;
      const named = { ...first, counterexample: { ...first.counterexample, summary } };
      const others = failures.filter((one) => one !== first);

      return [{ ...result, outcome: outcomeOf([named, ...others], undefined) ?? result.outcome, summary }];
    }

    return [];
  });
  const [first] = shown;
  const ofAnswers = shown.find(({ summary }) => summary === KEEPS_ANSWERS);

  return ofAnswers ?? shown.find(({ id }) => RULES_ON_MERCHANTS.includes(id)) ?? first;
}

/** What a connection keeps of the calls before, as a sentence; undefined where this failure does not show it. */
function keptByConnection(id: RuleId, { counterexample }: Failure, isOwn: boolean): string | undefined {
  if (!isOverOneConnection(counterexample)) return undefined;
  const { steps } = counterexample.transcript;
  const texts = steps.map(({ response }) => (response.kind === 'answered' ? response.text : ''));
  if (id === UNIQUE_RULE) return new Set(texts).size < texts.length ? KEEPS_ANSWERS : undefined;

  return isOwn && isOfBoth(counterexample) ? KEEPS_MERCHANT : undefined;
}

const KEEPS_ANSWERS = 'Over one connection, a call gets the answer to a call before it';
const KEEPS_MERCHANT =
  'Over one connection, a call is answered as one of the merchant whose call came before it';

function isNowAndThen(failure: Failure): boolean {
  return 'often' in failure ? failure.often !== undefined : failure.kind === 'unstable';
}

function isOfBoth({ transcript: { steps } }: Counterexample): boolean {
  return new Set(steps.map(({ role }) => role)).size > 1;
}

/** Whether it may follow from what a connection keeps: then calls are refused, or accepted, that others are meant by. */
function mayBeOfConnection(failure: Failure): boolean {
  const { counterexample } = failure;
  const { at, got } = counterexample;
  const isRefused = at?.outcome.kind === 'refused' && !isServerError(at);

  return (
    isNowAndThen(failure) ||
    isRefused ||
    got.startsWith('accepted: ') ||
    isOverOneConnection(counterexample) ||
    isOfBoth(counterexample)
  );
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
