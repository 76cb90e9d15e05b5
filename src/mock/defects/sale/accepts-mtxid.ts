/** A mock that refuses a sale by mTxId alone. */
import { defect } from '../defect.ts';
import { refusingSales } from '../refusing.ts';

export const acceptsMtxid = defect({
  rule: 'sale/accepts-mtxid',
  summary: 'refuses a sale by mTxId alone',
  create: refusingSales('mTxId', ({ sTxId, mTxId }) => sTxId === undefined && mTxId !== undefined),
});
