/** A transaction of a client: what its calls have shown so far. */
import type { ClientEvent, ClientTransaction } from '../rule/client-history.ts';

/** Flat, since the garbage collector copies each object that lives: an identifier beyond the first is rare. */
export interface Transaction extends ClientTransaction {
  accepted: number;
  refused: number;
  unclear: number;
  lost: number;
  lastFee: ClientTransaction['lastFee'];
  sale: ClientTransaction['sale'];
  feeAfterSale: ClientTransaction['feeAfterSale'];
  card: string | undefined;
  isAbroad: boolean;
  isMultiPay: boolean;
  isMixedUp: boolean;
  readonly merchant: string | undefined;
  sTxId: string | undefined;
  mTxId: string | undefined;
  more: { readonly sTxIds: string[]; readonly mTxIds: string[] } | undefined;
  bytes: number;
  /** The one that was opened next. */
  newer: Transaction | undefined;
}

export function createTransaction(
  opening: ClientEvent,
  merchant: string | undefined,
  isWhole: boolean,
): Transaction {
  return {
    opening,
    accepted: 0,
    refused: 0,
    unclear: 0,
    lost: 0,
    isWhole,
    lastFee: undefined,
    sale: undefined,
    feeAfterSale: undefined,
    card: undefined,
    isAbroad: false,
    isMultiPay: false,
    isMixedUp: false,
    merchant,
    sTxId: undefined,
    mTxId: undefined,
    more: undefined,
    bytes: 0,
    newer: undefined,
  };
}
