/** A transaction as the ledger of a mock lists it, whose exchanges the journal may have dropped. */
import type { Transaction } from './transactions-of.ts';

export interface LedgerTransaction {
  readonly merchant: string;
  readonly sTxId: string;
  readonly mTxId?: string;
  readonly transactionFee: number;
  readonly request: { readonly amount?: unknown };
  readonly sale?: unknown;
}

export function fromLedger({
  merchant,
  sTxId,
  mTxId,
  transactionFee,
  request,
  sale,
}: LedgerTransaction): Transaction {
  return {
    ...{ sTxId, mTxId, merchant, fee: transactionFee, steps: [] },
    amount: typeof request.amount === 'number' ? request.amount : undefined,
    state: sale === undefined ? 'priced' : 'sold',
  };
}
