/** The transactions of one service in traffic, for the questions of rules; and what a call by an `mTxId` alone shows. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { createRecentMap } from '../../src/exchange/recent-map.ts';
import { createTrace, type NamedBy } from '../../src/exchange/trace.ts';
import type { CoverageCounter } from '../report/coverage.ts';
import { isSafeMtxid, isSafeText } from '../rule/arbitraries/text.ts';
import { describeCall, isServerError } from '../rule/assertions.ts';
import { type Finding, HOLDS, violation } from '../rule/finding.ts';
import { CALLS_KEPT, type History } from '../rule/history.ts';
import { isSuccessful } from '../rule/http-result.ts';
import { isFeeCall, isSale, type ServiceCall, type TrafficCall } from '../rule/service-call.ts';
import { DIFFERENT_STXIDS } from '../rules/identity/distinct.ts';
import type { Prices } from './prices.ts';
import { isSuccessInOtherWords } from './traffic-call.ts';

export interface TrafficHistory extends History {
  /** Whether a call has named the transaction by its `sTxId`, and given or taken this `mTxId` with it. */
  readonly hasBeenNamed: (sTxId: string, mTxId: string) => boolean;
  /** Takes in the call, after the rules have judged it. */
  readonly add: (call: TrafficCall) => void;
}

export interface TrafficHistoryOptions {
  readonly prices: Prices | undefined;
  readonly isComplete: boolean;
  /** Of all services. */
  readonly coverage: CoverageCounter;
}

/** In bytes, for each service. */
const BUDGET = 4 * 1024 * 1024;
const MOST_PAIRS = 10_000;

export function createTrafficHistory(options: TrafficHistoryOptions): TrafficHistory {
  const { prices, isComplete, coverage } = options;
  const trace = createTrace<ServiceCall, ServiceCall>({
    keep: (call) => call,
    keptCalls: CALLS_KEPT,
    sizeOf,
    budget: BUDGET,
    view: isComplete ? 'complete' : 'partial',
  });
  /** `sTxId`s with the `mTxId`s that calls have named beside them. */
  const pairs = createRecentMap<true>();
  let paired = 0;
  let count = 0;

  return {
    hasBeenNamed: (sTxId, mTxId) => pairs.get(`${sTxId} ${foldMtxid(mTxId)}`) === true,
    named: (call) => (isFollowed(call) ? trace.named(call) : undefined),
    bySTxId: trace.bySTxId,
    isFirstCall: (call) => isFollowed(call) && trace.opens(call),
    // Prices may change at any time, so that no rule compares the fees of two calls.
    ...{ feesVary: true, pricesChanged: true, feeChanges: () => 0 },
    ...{ sameFirstCall: () => undefined, refusedBefore: () => undefined },
    // What a service has to accept is unknown, so that only its own word is taken.
    isOrdinary: (call) => saysSuccess(call as TrafficCall),
    hasOrdinaryFields: (call) => saysSuccess(call as TrafficCall),
    processors: (call) => prices?.processors(call as TrafficCall),
    ...{ unanswered: 0, resets: 0, opened: 0, firstErrorAt: undefined },
    get count() {
      return count;
    },
    add(call) {
      count++;
      const isCertain = isFollowed(call);
      if (isCertain) coverage.add(call, trace.transactionOf(call));
      // Another one opens no transaction, but may have changed those that it names.
      trace.add(
        isCertain || call.outcome.kind !== 'accepted'
          ? call
          : { ...call, outcome: { kind: 'unclear', body: undefined }, given: undefined },
      );
      const { sTxId, mTxId } = call.fields ?? {};
      if (typeof sTxId !== 'string' || typeof mTxId !== 'string') return;
      pairs.set(`${call.given ?? sTxId} ${foldMtxid(mTxId)}`, true);
      paired++;
      if (paired % MOST_PAIRS === 0) pairs.age();
    },
  };
}

/** Whether the document describes such a call. Without its token the merchant is unknown. */
function isFollowed(call: ServiceCall): boolean {
  return isFeeCall(call) || isSale(call);
}

/** The objects of an exchange, in bytes. */
const OBJECTS = 2048;

function sizeOf({ body, response }: ServiceCall): number {
  return OBJECTS + 2 * (body.length + (response.kind === 'answered' ? response.text.length : 0));
}

/** A response that is a success by its own `message`, a fee response without one, or JSON of another kind. */
function saysSuccess({ response, original: { isWhole } }: TrafficCall): boolean {
  if (response.kind === 'unanswered' || !isSuccessful(response)) return false;
  const { body, text, headers } = response;
  if (body === undefined) {
    const { 'content-type': type = '', 'content-encoding': coding } = headers;
    // A gateway that answers with a page of its own says so in its type.
    if (isWhole && coding === undefined && /^application\/json\b/i.test(type)) return text.trim() !== '';

    return (/^\s*\[\s*\{/.test(text) && text.includes('"transactionFee"')) || VALUE.test(text);
  }
  const { message, transactionFee, sTxId } = body;
  if (message === undefined) return typeof transactionFee === 'number' && typeof sTxId === 'string';

  return (
    isSuccessInOtherWords(body) || (message === 'ok' && (transactionFee !== undefined || sTxId !== undefined))
  );
}

/** A JSON value in place of the object. */
const VALUE = /^\s*(?:null|true|false|-?\d[\d.]*|"[^"]*")\s*$/;

type TrafficJudgement = (call: TrafficCall, history: TrafficHistory) => Finding | undefined;

/**
 * For calls by an `mTxId` that no recorded call has given to a transaction: their sTxId may be that of another. The
 * judges of these rules need every call of a transaction.
 */
export const BY_MTXID_ALONE: ReadonlyMap<RuleId, TrafficJudgement> = new Map<RuleId, TrafficJudgement>([
  ['identity/distinct-mtxids-are-distinct', isDistinct],
  ['identity/update-by-both-keeps-stxid', keepsWithLateMtxid(isFeeCall)],
  ['sale/accepts-late-mtxid', keepsWithLateMtxid(isSale)],
]);

/** For the first sale of a transaction that only accepted fee calls have named: a service accepts it, or has a reason of its own. */
export const REFUSED_SALES: ReadonlyMap<RuleId, TrafficJudgement> = new Map<RuleId, TrafficJudgement>([
  ['sale/accepts-stxid', isAcceptedBy('sTxId')],
  ['sale/accepts-mtxid', isAcceptedBy('mTxId')],
  ['sale/accepts-both', isAcceptedBy('both')],
]);

function isAcceptedBy(by: NamedBy): TrafficJudgement {
  return (call, history) => {
    // Servers fail by accident, too.
    if (!isSale(call) || call.outcome.kind !== 'refused' || isServerError(call)) return undefined;
    const named = history.named(call);
    if (named?.by !== by || named.isLate || named.addsMtxid) return undefined;
    const { opening, calls, sTxId } = named.transaction;
    if (!calls.every((one) => isFeeCall(one) && one.given === sTxId)) return undefined;
    const { authCode = 'none', mTxId = 'none', ...others } = call.fields ?? {};
    const isOrdinary =
      isSafeText(String(authCode), LONGEST_AUTHCODE) &&
      isSafeMtxid(String(mTxId)) &&
      typeof authCode === 'string';
    if (!isOrdinary || Object.keys(others).some((name) => name !== 'sTxId')) return undefined;

    return violation('an accepted sale', describeCall(call), { related: [opening] });
  };
}

/** In characters: more is an observation. */
const LONGEST_AUTHCODE = 16;

function isDistinct(call: TrafficCall, history: TrafficHistory): Finding | undefined {
  const { sTxId, mTxId } = call.fields ?? {};
  const got = call.given;
  if (typeof mTxId !== 'string' || sTxId !== undefined || got === undefined) return undefined;
  if (history.named(call) !== undefined) return undefined;
  const before = history.bySTxId(got);
  if (before === undefined || history.hasBeenNamed(got, mTxId)) return HOLDS;
  const { opening, calls } = before;
  const isOlder = opening.fields?.['sTxId'] !== undefined;
  const isSame = ({ fields }: ServiceCall) => {
    const other = fields?.['mTxId'];

    return typeof other === 'string' && foldMtxid(other) === foldMtxid(mTxId);
  };
  if (isOlder || isSame(opening) || calls.some(isSame)) return HOLDS;

  return violation(DIFFERENT_STXIDS, `${JSON.stringify(got)} more than once`, { related: [opening] });
}

/** A call by an `sTxId` that its first call gave, with an `mTxId` that no call has given to another transaction. */
function keepsWithLateMtxid(isJudged: typeof isSale): TrafficJudgement {
  return (call, history) => {
    const { sTxId, mTxId } = call.fields ?? {};
    if (!isJudged(call) || typeof sTxId !== 'string' || typeof mTxId !== 'string') return undefined;
    const got = call.given;
    const opening = history.bySTxId(sTxId)?.opening;
    if (got === undefined || call.hasNumericStxids || opening === undefined) return undefined;
    const isLate = opening.fields?.['sTxId'] === undefined && opening.fields?.['mTxId'] === undefined;
    if (!isLate || opening.merchant !== call.merchant || opening.endedAt > call.sentAt) return undefined;
    const byMtxid = history.named({ ...call, fields: { mTxId } });
    if (byMtxid !== undefined && byMtxid.transaction.sTxId !== sTxId) return undefined;
    if (got === sTxId) return HOLDS;
    const related = [opening];

    return violation(`the transaction's own sTxId ${JSON.stringify(sTxId)}`, JSON.stringify(got), {
      related,
    });
  };
}

/** Collations fold case, accents and width, and frameworks trim: whether a service does is no must. */
function foldMtxid(mTxId: string): string {
  return mTxId.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}
