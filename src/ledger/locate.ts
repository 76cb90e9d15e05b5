/** What two identifiers mean together: the same answer for every ledger, wherever it keeps its transactions. */
import type { Found, Identifiers, Naming, Transaction } from './ledger.ts';

/** What a ledger has under each of the identifiers. */
export interface Holdings {
  readonly bySTxId: Transaction | undefined;
  readonly byMTxId: Transaction | undefined;
}

/**
 * Finds the transaction that the identifiers agree on. An mTxId that is not known yet agrees with an sTxId whose
 * transaction has none: it may be given late (document 2.1).
 */
export function locate({ sTxId, mTxId }: Naming, { bySTxId, byMTxId }: Holdings): Found {
  if (sTxId === undefined) {
    return byMTxId === undefined ? { kind: 'unknown', field: 'mTxId' } : found(byMTxId);
  }
  if (bySTxId === undefined) return { kind: 'unknown', field: 'sTxId' };
  if (mTxId === undefined || bySTxId.mTxId === mTxId) return found(bySTxId);

  return byMTxId === undefined && bySTxId.mTxId === undefined ? found(bySTxId) : { kind: 'mismatched' };
}

function found(transaction: Transaction): Found {
  return { kind: 'found', transaction };
}

/** Whether a transaction is named at all. */
export function isNaming(by: Identifiers): by is Naming {
  return by.sTxId !== undefined || by.mTxId !== undefined;
}
