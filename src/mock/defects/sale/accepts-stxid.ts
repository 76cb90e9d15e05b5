/** A mock that refuses a sale by sTxId alone. */
import { defect } from '../defect.ts';
import { refusingSales } from '../refusing.ts';

export const acceptsStxid = defect({
  rule: 'sale/accepts-stxid',
  summary: 'refuses a sale by sTxId alone',
  create: refusingSales('sTxId', ({ sTxId, mTxId }) => sTxId !== undefined && mTxId === undefined),
});
