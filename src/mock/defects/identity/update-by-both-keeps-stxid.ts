/** A mock that answers an update by both identifiers with a new sTxId. */
import { defect } from '../defect.ts';
import { reopening } from '../over-ledger.ts';

export const updateByBothKeepsStxid = defect({
  rule: 'identity/update-by-both-keeps-stxid',
  summary: 'answers an update by both identifiers with a new sTxId',
  create: reopening(({ sTxId, mTxId }) => sTxId !== undefined && mTxId !== undefined),
});
