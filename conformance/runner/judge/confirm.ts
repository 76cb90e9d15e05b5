/** Confirms a failure: repeats its script, shrinks it, repeats the smallest script. */
import { isServerError, mayBeNotNow } from '../../rule/assertions.ts';
import { now } from '../../rule/clock.ts';
import { NotJudged } from '../../rule/failure.ts';
import { type Nature, natureOf, type RuleViolation } from '../../rule/finding.ts';
import { LONGEST_OVERLOAD, OUTAGE, sleep } from '../../rule/interruption.ts';
import { MIN_LIFETIME } from '../../rule/observers.ts';
import { sendersOf } from '../../rule/patterns/open.ts';
import { alone, fee, type Script } from '../../rule/script.ts';
import type { Transcript } from '../../rule/service-call.ts';
import {
  type Counterexample,
  type Failure,
  type Frequency,
  KNOWN_PRICES_CHANGED,
  PRICES_CHANGED,
  type Skipped,
} from '../outcome.ts';
import type { Execution, FailedExecution } from './execution.ts';
import {
  COPIES,
  endEach,
  explainByConnection,
  type FailedScript,
  failEach,
  firstThatFails,
  holdsOverOneConnection,
  isAlikeTo,
  onConnections,
  overOneConnection,
  plainCall,
  repeat,
  repeatAtOnce,
  runAtOnce,
  times,
  withCallsBetween,
  withOtherAmounts,
} from './repeat.ts';
import { shrinkFailed } from './shrink.ts';

export type Confirmation =
  | Failure
  | Skipped
  | { readonly kind: 'not-judged'; readonly reason: NotJudged }
  /** It did not occur again; `again` is the repetition. */
  | { readonly kind: 'accident'; readonly got: string; readonly again: Execution };

/**
 * A failure that occurs again is a `fail`, one that does not is `unstable`, and a response that was lost only once is an
 * accident. It has to occur again without other traffic, so that the counterexample fails for users too.
 */
export async function confirmFailure(failed: FailedScript): Promise<Confirmation> {
  const nature = natureOf(failed.execution.failure);

  return failed.lock.exclusive(async () => {
    const { proof } = failed.value;
    if (proof !== undefined && nature === 'plain') return confirmByProof(failed, proof);

    const isOfOthers = await failsAlone(failed);
    if (isOfOthers !== undefined) return isOfOthers;
    const confirmation = await BY_NATURE[nature](failed);

    // A refusal now and then may have come to these calls and not to the control.
    return (confirmation.kind === 'fail' && (await failsAlone(failed))) || confirmation;
  });
}

/**
 * Confirms a violation that an observer saw and that does not occur when its requests are sent alone. Undefined where
 * it does not occur at the same time or on connections of their own either.
 */
export async function confirmAtOnce(failed: FailedScript): Promise<Confirmation | undefined> {
  return failed.lock.exclusive(async () => {
    const nature = natureOf(failed.execution.failure);
    if (nature === 'server-error') return confirmOverload(failed);

    return nature === 'plain' ? (await confirmOtherwise(failed)).confirmation : undefined;
  });
}

/** Of a script with a control: why its failure shows nothing, or leaves the verdict open; undefined where it counts. */
async function failsAlone(failed: FailedScript, ms?: number): Promise<Confirmation | undefined> {
  const { value, execution } = failed;
  const { control } = value;
  if (control === undefined) return undefined;
  const { steps } = execution.transcript;
  const tookMs = Math.max(...steps.map(({ endedAt }) => endedAt)) - (steps[0]?.sentAt ?? 0);
  const { kind } = await failed.run(alone(value, ms ?? tookMs));
  if (kind === 'held') return undefined;

  return kind === 'failed' || kind === 'not-judged'
    ? { kind: 'not-judged', reason: new NotJudged(control.why, control.blame) }
    : unstable(failed, 1);
}

/** Where transactions are not lost for their age alone, new ones show whether others are the reason. */
async function confirmByProof(
  failed: FailedScript,
  { script, since, otherwise }: NonNullable<Script['proof']>,
): Promise<Confirmation> {
  const age = now() - since;
  const expired = age < MIN_LIFETIME ? undefined : await failsAlone({ ...failed, value: script }, age);
  if (expired !== undefined) return expired;
  const execution = await failed.run(script);
  if (execution.kind === 'failed') {
    const proved = { ...failed, value: script, execution };

    return (await failsAlone(proved)) ?? failWith(await shrinkFailed(proved));
  }

  return execution.kind === 'held' && otherwise !== undefined
    ? { kind: 'not-judged', reason: new NotJudged(otherwise) }
    : unstable(failed, 1);
}

async function confirmPlain(failed: FailedScript): Promise<Confirmation> {
  const again = await repeat(failed);
  if (again.execution !== undefined) {
    const smallest = await shrinkFailed({ ...failed, execution: again.execution });
    const often = { repeated: 2, attempts: again.attempts + 1 };
    if (again.attempts > 1) return failWith(smallest, often);
    const explained = await explainByConnection(smallest);
    const isRefusal = explained.execution.failure.at?.outcome.kind === 'refused';
    const isByChance = isRefusal && (await explained.run(explained.value)).kind === 'held';

    return failWith(explained, isByChance ? { ...often, attempts: often.attempts + 1 } : undefined);
  }
  if (again.isCutShort) return unstable(failed, again.attempts);
  const { at } = failed.execution.failure;
  // Refused beside other calls with a status that says "later", and never alone.
  if (again.last?.kind === 'held' && at !== undefined && mayBeNotNow(at)) {
    const { last, again: other } = await failEach(failed, withOtherAmounts(failed), isAlikeTo(failed));

    return other === undefined ? failWith(last) : accident(failed, again.last);
  }
  const { confirmation, attempts } = await confirmOtherwise(failed, again);

  return confirmation ?? unstable(failed, again.attempts + attempts);
}

/** Of a script that holds as it is. @param again how often it held, and with how many requests */
async function confirmOtherwise(
  failed: FailedScript,
  { attempts: held = 1, requests = 0 } = {},
): Promise<{ readonly confirmation: Confirmation | undefined; readonly attempts: number }> {
  const other = await firstThatFails(failed, [...onConnections(failed), ...withCallsBetween(failed)]);
  if (other.failed !== undefined)
    return { confirmation: failWith(await shrinkFailed(other.failed)), attempts: other.attempts };
  const atOnce = await repeatAtOnce(failed, requests);
  const attempts = other.attempts + atOnce.attempts;
  const frequency = { repeated: 2, attempts: 1 + held + attempts };

  return { confirmation: atOnce.failed && confirmedAtOnce(atOnce.failed, frequency), attempts };
}

/** @param repetitions executions after the failure */
function unstable(failed: FailedScript, repetitions: number): Confirmation {
  return {
    ...{ kind: 'unstable', counterexample: toCounterexample(failed) },
    ...{ repeated: 1, attempts: repetitions + 1 },
  };
}

function confirmedAtOnce(failed: FailedScript, frequency: Frequency): Confirmation {
  return { kind: 'unstable', counterexample: toCounterexample(failed), ...frequency, atOnce: true };
}

function accident({ execution }: FailedScript, again: Execution): Confirmation {
  return { kind: 'accident', got: execution.failure.got, again };
}

/** A deployment that is broken for good fails any valid call, and cannot show again what broke it. */
async function confirmLasting(failed: FailedScript): Promise<Confirmation> {
  const { context, execution, run } = failed;
  const { baseline, data, signal } = context;
  await sleep(OUTAGE, signal).catch(() => {});
  // A deployment may refuse the repetition of a call.
  const amount = data.plainAmounts.find((usd) => usd !== baseline.amount) ?? baseline.amount;
  const plain = fee({ ...baseline, amount }, { expects: { still: execution.failure.expected } });

  return (await run({ calls: [plain] })).kind === 'held' ? confirmAccident(failed) : failWith(failed);
}

/** Consecutive repetitions after which a lost response is not an accident. */
const ACCIDENT_REPEATS = 2;

/** One lost response or server error can be an accident; several in a row are a failure. */
async function confirmAccident(failed: FailedScript): Promise<Confirmation> {
  const { last, again } = await failEach(failed, times(ACCIDENT_REPEATS, failed.value));
  // An outage may prevent the repetition too.
  if (again !== undefined && again.kind !== 'not-judged')
    return (await confirmOverload(failed)) ?? accident(failed, again);
  await outlastOverload(failed, OUTAGE);

  return confirmTimeout(last, (later) => shrinkFailed(later));
}

/** Waits until an overload of a moment, with which the errors of the run may have begun, has ended. @param least in milliseconds */
async function outlastOverload({ context: { history, signal } }: FailedScript, least = 0): Promise<void> {
  const rest = Math.max(least, (history.firstErrorAt ?? 0) + LONGEST_OVERLOAD - now());
  // An interrupted run sends nothing more.
  if (rest > 0) await sleep(rest, signal).catch(() => {});
}

/** How often a server error must occur in copies at the same time, and one more for each further number of calls. */
const ERRORS_AT_ONCE = 2;
const CALLS_OF_ERROR = 32;

/** A server that fails under concurrent requests fails each time. Undefined where it does not. */
async function confirmOverload(failed: FailedScript): Promise<Confirmation | undefined> {
  if (failed.execution.failure.nature !== 'server-error') return undefined;
  await outlastOverload(failed);
  let last: FailedScript | undefined;
  for (let times = 0; times < ERRORS_AT_ONCE; times++) {
    const copies = await runAtOnce(failed);
    if (copies?.execution.kind !== 'failed' || !isOverload(copies.execution.transcript)) return undefined;
    last = { ...failed, value: copies.value, execution: copies.execution };
  }
  if (last === undefined || !(await holdsInTurn(failed))) return undefined;

  return confirmedAtOnce(last, { repeated: ERRORS_AT_ONCE + 1, attempts: ERRORS_AT_ONCE + 2 });
}

/** Whether as many executions hold one after another, which one such script shows for all: otherwise the errors have another reason than the others. */
async function holdsInTurn(failed: FailedScript): Promise<boolean> {
  const { value, controls } = failed;
  const holds = controls.get(IN_TURN) ?? (await endEach(failed, times(COPIES, value), 'held'));
  if (holds) controls.set(IN_TURN, true);

  return holds;
}

/** The key of that control. */
const IN_TURN = 'in turn';

/** Whether more calls got a server error than an error in one of a hundred calls makes likely. */
function isOverload({ steps }: Transcript): boolean {
  return steps.filter(isServerError).length > Math.floor(steps.length / CALLS_OF_ERROR);
}

/** A late response may be due to the concurrency of the suite, so the script is repeated once, alone. */
async function confirmTimeout(
  failed: FailedScript,
  finish = async (last: FailedScript): Promise<FailedScript> => last,
): Promise<Confirmation> {
  const { last, again } = await failEach(failed, [failed.value]);

  return again === undefined ? failWith(await finish(last)) : accident(failed, again);
}

function skipped(why: string): Confirmation {
  return { kind: 'skipped', cause: 'choice', why };
}

/**
 * If fees vary from call to call, two of them may differ for that reason alone. So the script is repeated: the fees
 * differ only if no fee occurs on both sides, also over one connection. Fees that a deployment keeps for each connection
 * differ over one alone.
 */
async function confirmFees(failed: FailedScript): Promise<Confirmation> {
  const shared = await stayApart(failed);
  const isCalculated = failed.execution.failure.fees?.isCalculated === true;
  if (shared !== undefined) {
    if (isCalculated && (await haveChanged(shared))) return KNOWN_PRICES_CHANGED;
    // Prices that a file names depend on nothing else.
    if (!isCalculated && (await variesByMtxid(shared)))
      return skipped('the fee of a call depends on its mTxId');
    if (!isCalculated && (await endEach(shared, withOtherAmounts(shared), 'held')))
      return skipped('the fee of a call depends on the calls before it');
    if (!(await holdsOverOneConnection(shared)))
      return failWith(await explainByConnection(await shrinkFailed(shared)));
  }
  const onOne = await overOneConnection(failed);
  const kept = onOne && (await stayApart(onOne));

  return kept === undefined
    ? skipped('fees vary from call to call here, so none can be compared')
    : failWith(await shrinkFailed(kept));
}

/** Whether a plain call of a merchant of the script is wrong now and was right before. */
async function haveChanged({ value, context, run }: FailedScript): Promise<boolean> {
  const roles = value.calls.map(({ merchant = 'one' }) => merchant);
  for (const { merchant, plain } of sendersOf(context).filter(({ merchant }) => roles.includes(merchant))) {
    const wasRight = context.history.reference?.wasRight(merchant, plain) ?? false;
    if (wasRight && (await run({ calls: [fee(plain, { merchant })] })).kind === 'failed') return true;
  }

  return false;
}

/** First calls that differ in their `mTxId` alone. */
const MTXIDS = 6;

/** Whether first calls with other `mTxId`s get other fees, as in the phases of an A/B test: fees are then compared with those. */
async function variesByMtxid({ value, run }: FailedScript): Promise<boolean> {
  const named = value.calls.find(({ operation, body, expects }) => {
    return operation === 'calculateFee' && 'mTxId' in body && !('sTxId' in body) && expects === undefined;
  });
  if (named === undefined) return false;
  const { merchant = 'one', body } = named;
  const calls = Array.from({ length: MTXIDS }, (_, n) => {
    const feeOf = { call: 1, what: 'for another mTxId the fee' };

    return fee({ ...body, mTxId: `{m${n + 1}}` }, { merchant, ...(n > 0 && { expects: { feeOf } }) });
  });

  return (await run({ calls })).kind === 'failed';
}

/** Repetitions that rule out an A/B test with two phases as the cause of differing fees. */
const FEE_REPEATS = 8;
/** Fees of one call that phases may give it. Of many more, two calls may have none in common by chance. */
const MOST_FEES = 4;

/** Repeats a script whose fees differ. Undefined where one fee is seen on both sides, or many on one, other calls of it differ, or it holds. */
async function stayApart(failed: FailedScript): Promise<FailedScript | undefined> {
  const seen = { got: new Set<number>(), expected: new Set<number>() };
  let wrong: readonly string[] | undefined;
  const isApart = ({ fees }: RuleViolation, { parts = [] }: FailedExecution) => {
    if (fees === undefined) return false;
    seen.got.add(fees.got);
    seen.expected.add(fees.expected);
    const shown = parts.map((part) => JSON.stringify(part));
    wrong = shown.filter((part) => wrong?.includes(part) ?? true);

    const areFew = Math.max(seen.got.size, seen.expected.size) <= MOST_FEES;

    return seen.got.isDisjointFrom(seen.expected) && (fees.isCalculated ? wrong.length > 0 : areFew);
  };
  if (!isApart(failed.execution.failure, failed.execution)) return undefined;
  let { last, again } = await failEach(failed, times(FEE_REPEATS / 2, failed.value), isApart);
  // Fees may vary by turns, and the calls of a script may be as many as the turns.
  for (let done = 0; again === undefined && done < FEE_REPEATS / 2; done++) {
    await failed.run({ calls: [plainCall(last.value.calls.at(-1)?.merchant, failed.context)] });
    ({ last, again } = await failEach(last, [last.value], isApart));
  }

  return again === undefined ? last : undefined;
}

/** Prices may change once during a run, but not again and again. */
async function confirmTwoFees(failed: FailedScript): Promise<Confirmation> {
  const { execution } = await repeat(failed);
  const again =
    execution === undefined
      ? (await firstThatFails(failed, onConnections(failed))).failed
      : { ...failed, execution };

  return again === undefined ? PRICES_CHANGED : failWith(await shrinkFailed(again));
}

/** Each with the deployment alone. */
const BY_NATURE: Readonly<Record<Nature, (failed: FailedScript) => Promise<Confirmation>>> = {
  plain: confirmPlain,
  timeout: (failed) => confirmTimeout(failed),
  proved: async (failed) => failWith(await explainByConnection(await shrinkFailed(failed))),
  lost: confirmAccident,
  'server-error': confirmAccident,
  'fees-differ': confirmFees,
  'two-fees': confirmTwoFees,
  lasting: confirmLasting,
};

function failWith(failed: FailedScript, often?: Frequency): Confirmation {
  const counterexample = toCounterexample(failed);

  return { kind: 'fail', counterexample, ...(often === undefined ? {} : { often }) };
}

/** Without the calls after the wrong response, which only diagnosed it. */
function toCounterexample({ value, execution, spent = 0 }: FailedScript): Counterexample {
  const { expected, got, at } = execution.failure;
  const { steps, ...others } = execution.transcript;
  const shown = at === undefined ? steps : steps.filter((one) => one === at || one.sentAt < at.endedAt);

  return { value, expected, got, at, transcript: { ...others, steps: shown }, spent };
}
