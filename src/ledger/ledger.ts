/** What every ledger can do: keep what was calculated, and find it again by either identifier (document 1.2). */
import type { QuoteRequest } from '../engine/index.ts';

/** How a call may name a transaction; a first fee call may name none. */
export interface Identifiers {
  readonly sTxId?: string | undefined;
  readonly mTxId?: string | undefined;
}

/** How a call names a transaction that must be there already. */
export type Naming =
  | { readonly sTxId: string; readonly mTxId?: string | undefined }
  | { readonly sTxId?: string | undefined; readonly mTxId: string };

/** What was asked and what came out. The fee is in US dollars, rounded. */
export interface Calculation {
  /** A ledger keeps the fields that make the fee, so that it can be explained later; other opaque data passes. */
  readonly request: QuoteRequest;
  readonly fee: number;
  /** The entries of `data` that waived the fee. */
  readonly waivers?: readonly string[] | undefined;
  /** The day whose rules made the fee, such as `2026-01-31`. */
  readonly asOf?: string | undefined;
}

/** The note that a sale leaves (document 2.3). */
export interface Sale {
  readonly authCode?: string | undefined;
}

/** One transaction as it stands; a change makes a new value. */
export interface Transaction extends Omit<Calculation, 'waivers'> {
  readonly sTxId: string;
  readonly mTxId: string | undefined;
  readonly sale: Sale | undefined;
}

/** Why identifiers lead to no transaction. */
export type Unfound =
  | { readonly kind: 'unknown'; readonly field: 'sTxId' | 'mTxId' }
  | { readonly kind: 'mismatched' };

export type Found = { readonly kind: 'found'; readonly transaction: Transaction } | Unfound;
export type Recorded =
  | { readonly kind: 'opened'; readonly transaction: Transaction }
  | { readonly kind: 'updated'; readonly transaction: Transaction }
  | Unfound;
export type Attached = { readonly kind: 'attached'; readonly transaction: Transaction } | Unfound;

/** A ledger in memory answers at once, one elsewhere takes its time: callers await either. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Every operation on transactions is within one merchant: the identifiers of one are nothing to another. Refusals are
 * values; what is thrown is a fault of the ledger itself, a `LedgerError` where it is one to reckon with.
 */
export interface Ledger {
  /** A fee call: opens a transaction under a new sTxId, or updates the one that the identifiers name. */
  readonly record: (merchant: string, by: Identifiers, calculation: Calculation) => Awaitable<Recorded>;
  /** A sale. It may come again; the last one stands. */
  readonly attach: (merchant: string, by: Naming, sale: Sale) => Awaitable<Attached>;
  /** Looks, and changes nothing. */
  readonly find: (merchant: string, by: Naming) => Awaitable<Found>;
  /** Its newest transactions, the last one opened or changed first. A ledger may do without. */
  readonly list?: (merchant: string, limit: number) => Awaitable<readonly Transaction[]>;
  /** Forgets the transactions of all merchants, or of those that are picked. */
  readonly clear: (isPicked?: (merchant: string) => boolean) => Awaitable<void>;
  /** Another one of its kind, empty and apart. Where many share one place, there is none. */
  readonly apart?: () => Ledger;
  /** What it is, in a word, such as `memory`. */
  readonly kind?: string;
  /** What was asked before is answered still; what is asked later is a fault. Closing twice is closing once. */
  readonly close: () => Awaitable<void>;
}
