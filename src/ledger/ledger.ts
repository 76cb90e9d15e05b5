/** The interface of a ledger, which stores calculations and finds them by either identifier (document 1.2); and its errors. */
import type { QuoteRequest } from '../engine/index.ts';

/** The identifiers in a call; a first fee call may have none. Without any, `attach` and `find` find nothing. */
export interface Identifiers {
  readonly sTxId?: string | undefined;
  readonly mTxId?: string | undefined;
}

/** A priced request. The fee is in US dollars, rounded. */
export interface Calculation {
  /** The ledger stores only the fields that determine the fee, so that it can be explained later. */
  readonly request: QuoteRequest;
  readonly fee: number;
  /** The entries of `data` that waived the fee. */
  readonly waivers?: readonly string[] | undefined;
  /** The day whose surcharge rules applied, such as `2026-01-31`. */
  readonly asOf?: string | undefined;
}

/** What a sale adds to its transaction (document 2.3). */
export interface Sale {
  readonly authCode?: string | undefined;
}

/** The current state of a transaction; a change creates a new value. */
export interface Transaction extends Omit<Calculation, 'waivers'> {
  readonly sTxId: string;
  readonly mTxId: string | undefined;
  readonly sale: Sale | undefined;
}

/** Why identifiers match no transaction. */
export type NotFound =
  | { readonly kind: 'unknown'; readonly field: 'sTxId' | 'mTxId' }
  | { readonly kind: 'mismatched' };

export type Found = { readonly kind: 'found'; readonly transaction: Transaction } | NotFound;
export type Recorded =
  | { readonly kind: 'opened'; readonly transaction: Transaction }
  | { readonly kind: 'updated'; readonly transaction: Transaction }
  | NotFound;
export type Attached = { readonly kind: 'attached'; readonly transaction: Transaction } | NotFound;

/** The ledger in memory returns values, the others return promises: callers await both. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Each operation concerns one merchant; merchants never see the transactions of others. Refusals are return values.
 * A failure of the ledger itself throws, usually a `LedgerError`.
 */
export interface Ledger {
  /** Stores a fee call: opens a transaction with a new sTxId, or updates the identified one. */
  readonly record: (merchant: string, by: Identifiers, calculation: Calculation) => Awaitable<Recorded>;
  /** Stores a sale; a second sale replaces the first. */
  readonly attach: (merchant: string, by: Identifiers, sale: Sale) => Awaitable<Attached>;
  /** Reads a transaction without changing it. */
  readonly find: (merchant: string, by: Identifiers) => Awaitable<Found>;
  /** Returns the newest transactions of a merchant, last changed first. Optional. */
  readonly list?: (merchant: string, limit: number) => Awaitable<readonly Transaction[]>;
  /** Deletes the transactions of all merchants, or of those that `isPicked` selects. */
  readonly clear: (isPicked?: (merchant: string) => boolean) => Awaitable<void>;
  /** Creates a separate, empty ledger of the same kind; absent for ledgers in a shared store. */
  readonly apart?: () => Ledger;
  /** A short name, such as `memory`. */
  readonly kind?: string;
  /** Completes pending calls; later calls fail. Closing again has no effect. */
  readonly close: () => Awaitable<void>;
}

/** A ledger with some operations replaced. Omits `apart` and `kind`, which belong to the wrapped ledger: read them before you wrap it. */
export function wrapLedger(ledger: Ledger, own: Partial<Ledger>): Ledger {
  const list = own.list ?? ledger.list;

  return {
    ...(list === undefined ? {} : { list }),
    record: own.record ?? ((merchant, by, calculation) => ledger.record(merchant, by, calculation)),
    attach: own.attach ?? ((merchant, by, sale) => ledger.attach(merchant, by, sale)),
    find: own.find ?? ((merchant, by) => ledger.find(merchant, by)),
    clear: own.clear ?? ((isPicked) => ledger.clear(isPicked)),
    close: own.close ?? (() => ledger.close()),
  };
}

/** A ledger that stores the transactions of each merchant under another name, with some operations replaced. */
export function renameMerchants(
  ledger: Ledger,
  nameOf: (merchant: string) => string,
  own: Pick<Ledger, 'clear' | 'close'>,
): Ledger {
  const { list } = ledger;

  return {
    ...(list && { list: (merchant, limit) => list(nameOf(merchant), limit) }),
    record: (merchant, ...call) => ledger.record(nameOf(merchant), ...call),
    attach: (merchant, ...call) => ledger.attach(nameOf(merchant), ...call),
    find: (merchant, ...call) => ledger.find(nameOf(merchant), ...call),
    clear: (isPicked) => own.clear(isPicked),
    close: () => own.close(),
  };
}

export type LedgerErrorCode =
  /** An option is invalid, such as `retain: 0`. */
  | 'ledger-options'
  /** Opening failed: missing folder, no permission, connection refused, wrong password. */
  | 'ledger-unreachable'
  /** The store holds something other than a ledger of this version. */
  | 'ledger-foreign'
  /** The ledger is corrupt. */
  | 'ledger-damaged'
  /** Another process holds the lock. */
  | 'ledger-locked'
  /** The store is out of space. */
  | 'ledger-full'
  /** The ledger failed after it was opened: a lost connection, a failing disk. */
  | 'ledger-lost'
  | 'ledger-closed';

/** The message names the ledger, what was expected, what was received and how to fix it. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;
  /** The message without the place, for responses that must not reveal it. */
  readonly problem: string;

  /** @param place path or address of the ledger, without a password */
  constructor(code: LedgerErrorCode, place: string, problem: string, options?: ErrorOptions) {
    super(`${place}: ${problem}`, options);
    this.code = code;
    this.problem = problem;
  }
}

export function closedError(place: string): LedgerError {
  return new LedgerError('ledger-closed', place, 'expected an open ledger, got a closed one');
}
