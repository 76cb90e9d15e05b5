/** Findings that the observers of several rules share. */
import { REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import { detectSuccessShape } from '../../src/contract/outcome.ts';
import { describeCall, isServerError, mayBeNotNow } from './assertions.ts';
import { type Finding, HOLDS, type RuleViolation, violation } from './finding.ts';
import { CALLS_KEPT, type History, type NamedCall, type SeenTransaction } from './history.ts';
import { moreThanOnce } from './mtxids.ts';
import { isFeeCall, isSale, type ServiceCall } from './service-call.ts';

/** Expects a refusal; `what` completes "a refusal of …". Only a clear success is a violation. */
export function expectRefusal(
  call: ServiceCall,
  what: string,
  more?: Pick<RuleViolation, 'related'>,
): Finding | undefined {
  return expectNothing(call, `a refusal of ${what}`, more);
}

/** The same in other words, such as `no fee for GET`. */
export function expectNothing(
  call: ServiceCall,
  expected: string,
  more?: Pick<RuleViolation, 'related'>,
): Finding | undefined {
  switch (call.outcome.kind) {
    case 'accepted':
      return violation(expected, describeCall(call), more);
    case 'refused':
      return HOLDS;
    case 'unclear':
    case 'lost':
    case 'not-now':
    case 'token-refused':
      return undefined;
  }
}

export const OWN_STXID = "the transaction's own sTxId";

/** In milliseconds. A transaction lost sooner has not expired. */
export const MIN_LIFETIME = 1000;

/** Expects the response to an accepted call to have the `sTxId` of the transaction that the call names. */
export function expectOwnStxid(
  call: ServiceCall,
  { transaction }: NamedCall,
  history: History,
): Finding | undefined {
  const got = call.given;
  // Another spelling is for fee-request/accepts-any-spelling.
  if (got === undefined || call.hasNumericStxids || call.variant.spelling !== undefined) return undefined;
  if (got === transaction.sTxId) return HOLDS;
  const expected = `${OWN_STXID} ${JSON.stringify(transaction.sTxId)}`;

  // The counterexample includes the first call of the transaction that was returned instead, if known.
  const mistaken = history.bySTxId(got)?.opening;
  const related = [transaction.opening, ...(mistaken === undefined ? [] : [mistaken])];
  // A service that has forgotten an old transaction may open a new one: how long it keeps them is a choice.
  const mayHaveExpired = mistaken === undefined && call.sentAt - transaction.opening.endedAt >= MIN_LIFETIME;

  return violation(expected, JSON.stringify(got), {
    related,
    ...(mayHaveExpired ? { isAccident: true } : {}),
    // Which call before it broke the transaction may never be found.
    ...(mistaken === undefined ? {} : { failsFrom: MIN_MISTAKEN }),
  });
}

/** Answers for another known transaction that are no accident. */
const MIN_MISTAKEN = 5;

/**
 * Whether the transaction had only accepted updates since its first call, all named in the same way and applied to it.
 * The rules on updates judge other updates, and the rule on sequences judges failures after any other call.
 */
export function isPlain({ transaction: { calls, opening, sTxId: own }, by, isLate }: NamedCall): boolean {
  // Whether an mTxId of a later call names the transaction is a rule of its own.
  if (isLate && by === 'mTxId') return false;

  return calls.every((call) => {
    const { sTxId, mTxId } = call.fields ?? {};
    const isSameWay =
      by === 'both'
        ? sTxId !== undefined && mTxId !== undefined
        : (sTxId === undefined) === (by === 'mTxId') && (by !== 'sTxId' || mTxId === undefined);

    return call.merchant === opening.merchant && isFeeCall(call) && isSameWay && call.given === own;
  });
}

/** Whether a fee call has the required fields and a processor at most, and a sale nothing but an authCode beside its identifiers. */
export function isBare(call: ServiceCall): boolean {
  const allowed = isFeeCall(call) ? BARE_FIELDS : isSale(call) ? ['authCode'] : undefined;
  const names = Object.keys(call.fields ?? {}).filter((name) => name !== 'sTxId' && name !== 'mTxId');

  return allowed !== undefined && names.every((name) => allowed.includes(name));
}

const BARE_FIELDS: readonly string[] = [...REQUIRED_FIELDS, 'processor'];

/** Refusals of one call now and then that no load explains. */
export const MIN_REFUSALS = 3;
/** Of all such calls: a server that fails as often is not merely overloaded for a moment. */
export const SHARE_OF_ERRORS = 0.02;

/** Finds a bare call that was refused between accepted ones. A lasting refusal belongs to the rule on its fields. */
export function refusedBetween(call: ServiceCall, what: string, history: History): Finding | undefined {
  const refused = call.outcome.kind === 'accepted' ? history.refusedBefore(call) : undefined;
  if (refused === undefined) return undefined;
  const [refusal] = refused;
  if (refusal === undefined) return HOLDS;
  const { response } = refusal;
  // A success with another message, or none of its own, is judged by the rules on responses.
  const wasMalformed = response.kind === 'answered' && detectSuccessShape(response) !== undefined;
  if (mayBeNotNow(refusal) || wasMalformed) return undefined;

  return violation(what, describeCall(refusal), {
    related: [refusal],
    at: refusal,
    failsFrom: MIN_REFUSALS,
    isAccident: true,
    ...(isServerError(refusal)
      ? // Where they are many, simultaneous calls may be too many.
        { nature: 'server-error', fromShare: SHARE_OF_ERRORS, isRare: true }
      : {}),
  });
}

/**
 * The violation of a first call whose response has the `sTxId` of an earlier one; and whether each of the two transactions
 * has its own `mTxId`, so that the deployment may have confused these. Undefined where the `sTxId` is new, and for two
 * first calls with one `mTxId`, which `identity/merchants-are-isolated` judges.
 */
export function reusedStxid(expected: string, call: ServiceCall, history: History) {
  const sTxId = call.given;
  const before = sTxId === undefined ? undefined : history.bySTxId(sTxId);
  if (sTxId === undefined || before === undefined || !history.isFirstCall(call)) return undefined;
  const { opening, calls } = before;
  const mTxId = call.fields?.['mTxId'];
  const named = [opening, ...calls].filter(({ fields }) => fields?.['mTxId'] !== undefined);
  if (mTxId !== undefined && named.some(({ fields }) => fields?.['mTxId'] === mTxId)) return undefined;
  const got = moreThanOnce(sTxId, named[0]?.fields?.['mTxId'], mTxId);
  const related = [...new Set([opening, ...named.slice(0, 1)])];

  return {
    isMixUp: mTxId !== undefined && named.length > 0,
    finding: violation(expected, got, { related, failsFrom: 1 }),
  };
}

/** Whether earlier calls may have had fields that this one lacks, which a service may keep. */
export function mayHaveMore({ opening, calls }: SeenTransaction, { fields = {} }: ServiceCall): boolean {
  // A refused call changes nothing.
  const taken = [opening, ...calls].filter((call) => call.outcome.kind !== 'refused' || isServerError(call));
  const given = taken.flatMap((call) => Object.keys(call.fields ?? {}));

  return (
    calls.length >= CALLS_KEPT ||
    given.some((name) => name !== 'sTxId' && name !== 'mTxId' && !(name in fields))
  );
}
