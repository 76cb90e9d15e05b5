/** The questions of observers about the exchanges before the judged one. */
import type * as traced from '../../src/exchange/trace.ts';
import type { OpenTransaction } from '../../src/exchange/transaction.ts';
import type { FeeReference } from './fee-diagnosis/reference.ts';
import type { ServiceCall } from './service-call.ts';

/** The calls after its first that a history keeps of each transaction. */
export const CALLS_KEPT = 8;

/**
 * Updates of one transaction that every service takes: the rules on updates send as many. The document gives no limit, so
 * a service may refuse further ones.
 */
export const UPDATES_REQUIRED = 3;

export type SeenTransaction = OpenTransaction<ServiceCall>;
export type NamedCall = traced.Named<ServiceCall>;

export interface History {
  /** The transaction of its merchant that a call names; undefined if it was unknown at that time, or is in doubt. */
  named(call: ServiceCall): NamedCall | undefined;
  /** The transaction of any merchant with this `sTxId`. */
  bySTxId(sTxId: string): SeenTransaction | undefined;
  /** Whether a fee call opens a transaction: it has no `sTxId`, and no `mTxId` that an earlier call has sent. */
  isFirstCall(call: ServiceCall): boolean;
  /** The latest accepted first call of the same merchant with the same fields, identifiers aside. */
  sameFirstCall(call: ServiceCall): ServiceCall | undefined;
  /**
   * Earlier bare calls of this one's kind that were refused, although each of their values was accepted in others. An
   * accepted call takes the first of them off. Undefined for a call that is not bare, or whose transaction is sold, old, or had other calls.
   */
  refusedBefore(call: ServiceCall): readonly ServiceCall[] | undefined;
  /**
   * Whether it is a fee call that a deployment has to accept: only documented fields of their types, an amount above 0,
   * and a card, region and processor that it has accepted before.
   */
  isOrdinary(call: ServiceCall): boolean;
  /**
   * The same of its fields alone, where it may accept their values in this call for the first time: it may refuse an
   * update with other values than its transaction had.
   */
  hasOrdinaryFields(call: ServiceCall): boolean;
  /** How often the fee of such first calls has changed. */
  feeChanges(call: ServiceCall): number;
  /** Whether two first calls with the same fields have had two fees. */
  readonly feesVary: boolean;
  /** Whether fees of several first calls have changed once, and then stayed. */
  readonly pricesChanged: boolean;
  /** The number of processors of the merchant that sent the call; undefined where it is unknown. */
  processors(call: ServiceCall): number | undefined;
  /** The prices of the deployment file, where it names them. */
  readonly reference?: FeeReference | undefined;
  /** The tokens of the deployment file; none in recorded traffic. */
  readonly tokens?: readonly string[];
  /** When the first call was sent that got a server error or no answer, by the clock of `performance.now()`. */
  readonly firstErrorAt: number | undefined;
  /** Calls that were answered only when they were sent again, over another connection: those that are far apart. */
  readonly resets: number;
  /** Requests so far without a response, repetitions included. */
  readonly unanswered: number;
  /** Exchanges so far. */
  readonly count: number;
  /** First calls so far that opened a transaction. */
  readonly opened: number;
}
