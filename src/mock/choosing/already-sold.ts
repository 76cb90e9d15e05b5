/** The refusal of a call about a transaction that has its sale. */
import type { Identifiers } from '../../ledger/ledger.ts';
import { type Refusal, refuse } from '../refusal.ts';

export function alreadySold(by: Identifiers): Refusal {
  return refuse('content-refused', [
    {
      section: '3',
      pointer: by.sTxId === undefined ? '/mTxId' : '/sTxId',
      expected: 'a transaction without a sale',
      got: 'one that has its sale',
    },
  ]);
}
