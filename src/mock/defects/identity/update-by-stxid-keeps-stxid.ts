/** A mock that answers an update by sTxId with a new sTxId. */
import { defect } from '../defect.ts';
import { reopening } from '../over-ledger.ts';

export const updateByStxidKeepsStxid = defect({
  rule: 'identity/update-by-stxid-keeps-stxid',
  summary: 'answers an update by sTxId with a new sTxId',
  create: reopening(({ sTxId, mTxId }) => sTxId !== undefined && mTxId === undefined),
});
