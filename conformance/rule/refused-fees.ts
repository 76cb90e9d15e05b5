/** Whether every fee call of a transaction was refused, as the history knows it. */
import type { ClientHistory, ClientTransaction } from './client-history.ts';

/** False where a call is missing, or where the sale shows that the service knows more: an mTxId may be older. */
export function allFeesRefused({ call }: ClientHistory, transaction: ClientTransaction): boolean {
  const { accepted, refused, unclear, lost, isWhole } = transaction;
  if (!isWhole || refused === 0 || accepted + unclear + lost > 0) return false;

  return call.sTxId !== undefined || call.outcome.kind !== 'accepted';
}
