/** The results of a call: one union for each operation, by `kind`. */
import type { Problem } from '../contract/types.ts';

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
 * The service refused the call: a status that is not 2xx; or, for a fee call, a `message` that is not `ok` or none of
 * the three fields, and for a sale no `sTxId`. The document shows no statuses and no error bodies.
 */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  /** The problem for users: the `message`, `detail` or `title` of the body; undefined where it has none. */
  readonly message: string | undefined;
  /** The body, where it is problem details (RFC 9457) as the mock sends them. */
  readonly problem: Partial<Problem> | undefined;
  /** The body: its JSON value, or its text where it is not JSON. */
  readonly body: unknown;
}

/** The service refused the call for now: status 429, or another refusal with a `Retry-After` header. */
export interface Later extends Omit<Refused, 'kind'> {
  readonly kind: 'later';
  /** Milliseconds to wait before the next call; undefined for a 429 without the header. */
  readonly retryAfter: number | undefined;
}

/** A 2xx response that is neither a success nor a refusal, such as one that is not JSON. The call may have an effect. */
export interface Unclear {
  readonly kind: 'unclear';
  readonly status: number;
  readonly body: unknown;
}

/** No complete response was received. The service may have carried out the call. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly reason: 'aborted' | 'connection' | 'timeout';
  readonly cause: unknown;
}

export type FeeResult = Fee | Refused | Later | Unclear | Unanswered;
export type SaleResult = Sale | Refused | Later | Unclear | Unanswered;
