/** An update by `mTxId` alone keeps the transaction's `sTxId`. */
import { FIXED_MTXIDS, WIDE_MTXIDS } from '../../rule/mtxids.ts';
import { updates } from '../../rule/patterns/named.ts';

export const updateByMtxidKeepsStxid = updates({
  id: 'identity/update-by-mtxid-keeps-stxid',
  section: '1.2, 4.1',
  title: "an update by mTxId returns the first call's sTxId",
  tries:
    'One to three updates, with and without other transactions in between; also by long mTxIds, and by ' +
    'toString, __proto__ and 0, except those that the deployment refuses in a first call.',
  fix:
    'Look the mTxId up among the transactions of the merchant. If it is known, update that transaction and ' +
    'return its sTxId; do not open a new one.',
  lookAlikes: [
    'update-to-another-card=refuse',
    'update-after-sale=refuse',
    'longest-mtxid=20',
    'mtxid-characters=dashes',
  ],
  dependsOn: ['identity/stxid-is-unique'],
  by: 'mTxId',
  wideMtxids: WIDE_MTXIDS,
  fixedMtxids: FIXED_MTXIDS,
});
