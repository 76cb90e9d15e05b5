/** A transaction as its calls have shown it, and what a further call changes. */
import type { Outcome } from '../contract/outcome.ts';
import type { OperationId } from '../contract/types.ts';
import type { JsonObject } from '../text/json-object.ts';
import { digitsOfNicn } from './call.ts';

/** What a trace reads of a call, with its response. Times are of one clock, in milliseconds. */
export interface TracedCall {
  readonly operation: OperationId;
  /** Identifies the merchant: each has its own `mTxId`s. */
  readonly merchant: string | undefined;
  /** Undefined or empty where the body is not one JSON object. */
  readonly fields: JsonObject | undefined;
  readonly outcome: Outcome;
  /** The status of the response; 0 where there is none. */
  readonly status: number;
  /** The `sTxId` of a response about the content, also of a refusal. */
  readonly given: string | undefined;
  readonly sentAt: number;
  readonly endedAt: number;
}

/** What is kept of a call, for the questions of rules. */
export interface KeptCall {
  readonly sentAt: number;
  readonly endedAt: number;
}

/** What the calls so far have shown of a transaction. */
export interface TransactionHistory<Kept> {
  /** The merchant that opened it. */
  readonly merchant: string | undefined;
  /** The first that a response gave; undefined while only refused or lost calls have named it. */
  readonly sTxId: string | undefined;
  /** The last `mTxId` that a call gave to it. */
  readonly mTxId: string | undefined;
  /** The accepted first call; until then, or in a partial view, the first known call. */
  readonly opening: Kept;
  /** The last few calls after it that certainly named it, the earliest first. */
  readonly calls: readonly Kept[];
  /** Fee calls by their outcome. */
  readonly accepted: number;
  readonly refused: number;
  readonly unclear: number;
  readonly lost: number;
  /** The last fee call, by the time when it was sent, that was judged by its content. */
  readonly lastFee: Kept | undefined;
  /** The last sale that was carried out, or may have been, and `lastFee` at that time. */
  readonly sale: Kept | undefined;
  readonly pricedBy: Kept | undefined;
  /** The last fee call that was sent after the answer to that sale, and may have been carried out. */
  readonly feeAfterSale: Kept | undefined;
  /** Whether such a call may have opened another transaction of the same `sTxId`, after a restart of the service. */
  readonly isReopened: boolean;
  /** Whether a call that certainly named it was a sale, and was not refused. */
  readonly isSold: boolean;
  /** Accepted sales. */
  readonly sales: number;
  /** Whether its first known call was a first call, so that none is missing. */
  readonly isWhole: boolean;
  /** Whether the service gave its `sTxId` to another first call, too, so that calls of two orders name it. */
  readonly isMixedUp: boolean;
  /** The digits of the last `nicn` that was priced. */
  readonly card: string | undefined;
  /** Whether a fee call had a `totalAmount`. */
  readonly isMultiPay: boolean;
  /** Whether a call named a country other than the United States. */
  readonly isAbroad: boolean;
}

export type OpenTransaction<Kept> = TransactionHistory<Kept> & { readonly sTxId: string };

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** A transaction, to which a trace adds calls. */
export interface TracedTransaction<Kept> extends Mutable<Omit<TransactionHistory<Kept>, 'calls'>> {
  calls: Kept[];
  /** Whether an accepted call opened it, or in a partial view revealed it. */
  isOpen: boolean;
  /** Whether that was a first call. */
  isFirst: boolean;
  /** The `mTxId` that names it with certainty. */
  ownMtxid: string | undefined;
  /** Whether a call had its `sTxId` before the first call gave it, so that the order of its calls is unknown. */
  isUnordered: boolean;
}

/** Copied at once, so with every member: each call of a client without an mTxId begins a transaction. */
const NOTHING_SEEN = {
  ...{ merchant: undefined, opening: undefined, isWhole: false, calls: [] },
  ...{ sTxId: undefined, mTxId: undefined, lastFee: undefined, sale: undefined, pricedBy: undefined },
  ...{ feeAfterSale: undefined, card: undefined, ownMtxid: undefined },
  ...{ accepted: 0, refused: 0, unclear: 0, lost: 0, sales: 0 },
  ...{ isReopened: false, isSold: false, isMixedUp: false, isMultiPay: false, isAbroad: false },
  ...{ isOpen: false, isFirst: false, isUnordered: false },
};

export function createEntry<Kept>(
  merchant: string | undefined,
  opening: Kept,
  isWhole: boolean,
): TracedTransaction<Kept> {
  return { ...NOTHING_SEEN, merchant, opening, isWhole, calls: [] };
}

/** Counts a call of its transaction. */
export function countCall<Kept extends KeptCall>(
  entry: TracedTransaction<Kept>,
  call: TracedCall,
  kept: Kept,
): void {
  const { operation, outcome, fields = {}, sentAt } = call;
  const { country, totalAmount, sTxId, mTxId } = fields;
  const { kind } = outcome;
  if (country !== undefined && country !== '840') entry.isAbroad = true;
  if (operation === 'attachSale') {
    if (!mayBeDone(outcome) || (sTxId ?? mTxId) === undefined) return;
    if (kind === 'accepted') entry.sales++;
    entry.sale = kept;
    entry.pricedBy = entry.lastFee;
    entry.feeAfterSale = undefined;
    entry.isReopened = false;
  } else if (kind !== 'not-now' && kind !== 'token-refused') {
    entry[kind]++;
    // The response to an earlier call may come later.
    if (entry.lastFee === undefined || entry.lastFee.sentAt <= sentAt) entry.lastFee = kept;
    if (!mayBeDone(outcome)) return;
    if (totalAmount !== undefined) entry.isMultiPay = true;
    entry.card = digitsOfNicn(fields) || entry.card;
    if (entry.sale === undefined || entry.sale.endedAt > sentAt) return;
    entry.feeAfterSale = kept;
    if (mayReopen(entry, call)) entry.isReopened = true;
  }
}

/** In milliseconds: no service restarts in less, with its orders beginning again. */
const RESTART = 10_000;

/** Whether a fee call has what a first call needs, and comes so long after the sale that the service may have restarted. */
export function mayReopen(
  { sale }: Pick<TransactionHistory<KeptCall>, 'sale'>,
  { fields = {}, sentAt }: Pick<TracedCall, 'fields' | 'sentAt'>,
): boolean {
  const { sTxId, amount, nicn, region } = fields;
  const isWhole = sTxId === undefined && ![amount, nicn, region].includes(undefined);

  return isWhole && sale !== undefined && sentAt - sale.endedAt >= RESTART;
}

export function mayBeDone({ kind }: Outcome): boolean {
  return kind === 'accepted' || kind === 'lost' || kind === 'unclear';
}
