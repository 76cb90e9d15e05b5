/** What came of a call: one union for each operation, told apart by `kind`. */

/** The service priced the transaction (document 2.2). */
export interface Fee {
  readonly kind: 'fee';
  /** In US dollars. */
  readonly transactionFee: number;
  /** The service's identifier of the transaction, for updates and the sale. */
  readonly sTxId: string;
}

/** The sale is attached to this transaction (document 4.2). */
export interface Sale {
  readonly kind: 'sale';
  readonly sTxId: string;
}

/**
 * The service said no: a status that is not 2xx; or, of a fee call, a `message` that is not `ok` or none of the three
 * fields, and of a sale no `sTxId`. The document shows no statuses and no error bodies: rely on nothing else of it.
 */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  /** The text of `message`, for a person; undefined where the answer has none. */
  readonly message: string | undefined;
  /** The answer as it came: a JSON value, or text that is no JSON. */
  readonly body: unknown;
}

/** A 2xx answer that is neither a success nor a refusal, such as one that is no JSON. Whether the call counts is unknown. */
export interface Unclear {
  readonly kind: 'unclear';
  readonly status: number;
  readonly body: unknown;
}

/** No whole answer came. The call may have been carried out all the same. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly reason: 'aborted' | 'connection' | 'timeout';
  readonly cause: unknown;
}

export type FeeResult = Fee | Refused | Unclear | Unanswered;
export type SaleResult = Sale | Refused | Unclear | Unanswered;
