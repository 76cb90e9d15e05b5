/** Judges calls by an `mTxId` that no recorded call has given to a transaction: their sTxId may be that of another. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { isFeeCall, isSale } from '../rule/exchange.ts';
import { type Finding, HOLDS, violation } from '../rule/finding.ts';
import type { History } from '../rule/history.ts';
import { DIFFERENT_STXIDS } from '../rule/patterns/keeps-apart.ts';
import type { TrafficCall } from './read-exchange.ts';

export interface TrafficHistory extends History {
  /** Whether a call has named the transaction by its `sTxId`, and given or taken this `mTxId` with it. */
  readonly hasBeenNamed: (sTxId: string, mTxId: string) => boolean;
}

type MtxidJudge = (exchange: TrafficCall, history: TrafficHistory) => Finding | undefined;

/** In place of the observers of these rules, which need every call of a transaction. */
export const BY_MTXID_ALONE: ReadonlyMap<RuleId, MtxidJudge> = new Map<RuleId, MtxidJudge>([
  [
    'identity/distinct-mtxids-are-distinct',
    (exchange, history) => {
      const { sTxId, mTxId } = exchange.fields ?? {};
      if (typeof mTxId !== 'string' || sTxId !== undefined || history.named(exchange) !== undefined)
        return undefined;
      const got = exchange.given;
      if (got === undefined) return undefined;
      const before = history.bySTxId(got);
      if (before === undefined || history.hasBeenNamed(got, mTxId)) return HOLDS;
      const calls = [before.opening, ...before.calls];
      const isOlder = before.opening.fields?.['sTxId'] !== undefined;
      if (isOlder || calls.some(({ fields }) => isSameMtxid(fields?.['mTxId'], mTxId))) return HOLDS;

      return violation(DIFFERENT_STXIDS, `${JSON.stringify(got)} more than once`, {
        related: [before.opening],
      });
    },
  ],
  ['identity/update-by-both-keeps-stxid', keepsWithLateMtxid(isFeeCall)],
  ['sale/accepts-late-mtxid', keepsWithLateMtxid(isSale)],
]);

/** A call by an `sTxId` that its first call gave, with an `mTxId` that no call has given to another transaction. */
function keepsWithLateMtxid(isJudged: typeof isSale): MtxidJudge {
  return (exchange, history) => {
    const { sTxId, mTxId } = exchange.fields ?? {};
    if (!isJudged(exchange) || typeof sTxId !== 'string' || typeof mTxId !== 'string') return undefined;
    const got = exchange.given;
    const opening = history.bySTxId(sTxId)?.opening;
    if (got === undefined || exchange.hasNumericStxids || opening === undefined) return undefined;
    const isLate = opening.fields?.['sTxId'] === undefined && opening.fields?.['mTxId'] === undefined;
    if (!isLate || opening.merchant !== exchange.merchant || opening.endedAt > exchange.sentAt)
      return undefined;
    const byMtxid = history.named({ ...exchange, fields: { mTxId } });
    if (byMtxid !== undefined && byMtxid.transaction.sTxId !== sTxId) return undefined;
    if (got === sTxId) return HOLDS;

    return violation(`the transaction's own sTxId ${JSON.stringify(sTxId)}`, JSON.stringify(got), {
      related: [opening],
    });
  };
}

/** Collations fold case, accents and width, and frameworks trim: whether a service does is no must. */
export function foldMtxid(mTxId: string): string {
  return mTxId.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}

function isSameMtxid(one: unknown, other: string): boolean {
  return one === other || (typeof one === 'string' && foldMtxid(one) === foldMtxid(other));
}
