/** A mock that answers an update by mTxId with a new sTxId. */
import { defect } from '../defect.ts';
import { reopening } from '../over-ledger.ts';

export const updateByMtxidKeepsStxid = defect({
  rule: 'identity/update-by-mtxid-keeps-stxid',
  summary: 'answers an update by mTxId with a new sTxId',
  create: reopening(({ sTxId, mTxId }) => sTxId === undefined && mTxId !== undefined),
});
