/** Resolves an sTxId and an mTxId to one transaction; all ledgers share these rules. */
import type { Found, Identifiers, Transaction } from './ledger.ts';

/** The transactions that a ledger holds under each identifier. */
export interface Candidates {
  readonly bySTxId: Transaction | undefined;
  readonly byMTxId: Transaction | undefined;
}

/**
 * Finds the transaction that both identifiers refer to. An unknown mTxId matches an sTxId whose transaction has no mTxId
 * yet: a later call may add it (document 2.1).
 */
export function resolveTransaction({ sTxId, mTxId }: Identifiers, { bySTxId, byMTxId }: Candidates): Found {
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

export function hasIdentifier({ sTxId, mTxId }: Identifiers): boolean {
  return sTxId !== undefined || mTxId !== undefined;
}
