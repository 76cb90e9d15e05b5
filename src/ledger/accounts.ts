/** Applies fee calls and sales to the transactions of one merchant, in one atomic step. */
import { feeFields } from './fee-fields.ts';
import type { Attached, Calculation, Found, Identifiers, Recorded, Sale, Transaction } from './ledger.ts';
import { resolveTransaction } from './resolve-transaction.ts';

/** The transactions of one merchant. */
export interface Account {
  readonly bySTxId: (sTxId: string) => Transaction | undefined;
  readonly byMTxId: (mTxId: string) => Transaction | undefined;
  readonly insert: (transaction: Transaction) => void;
  /** Replaces the transaction with the same sTxId; this change may add its mTxId. */
  readonly update: (transaction: Transaction) => void;
}

export function record(
  account: Account,
  by: Identifiers,
  calculation: Calculation,
  nextStxid: () => string,
): Recorded {
  const found = find(account, by);
  if (found.kind === 'found') {
    const { sTxId, mTxId = by.mTxId, sale } = found.transaction;
    const transaction = transactionOf(sTxId, mTxId, calculation, sale);
    account.update(transaction);
    return { kind: 'updated', transaction };
  }
  if (by.sTxId !== undefined) return found;
  const transaction = transactionOf(nextStxid(), by.mTxId, calculation, undefined);
  account.insert(transaction);

  return { kind: 'opened', transaction };
}

export function attach(account: Account, by: Identifiers, { authCode }: Sale): Attached {
  const found = find(account, by);
  if (found.kind !== 'found') return found;
  const { mTxId = by.mTxId } = found.transaction;
  const transaction = { ...found.transaction, mTxId, sale: { authCode } };
  account.update(transaction);

  return { kind: 'attached', transaction };
}

export function find({ bySTxId, byMTxId }: Account, by: Identifiers): Found {
  return resolveTransaction(by, {
    bySTxId: by.sTxId === undefined ? undefined : bySTxId(by.sTxId),
    byMTxId: by.mTxId === undefined ? undefined : byMTxId(by.mTxId),
  });
}

/** Lists every property: an object made by spreading takes more memory. */
function transactionOf(
  sTxId: string,
  mTxId: string | undefined,
  { request, waivers, fee, asOf }: Calculation,
  sale: Sale | undefined,
): Transaction {
  return { sTxId, mTxId, request: feeFields({ request, waivers }), fee, asOf, sale };
}
