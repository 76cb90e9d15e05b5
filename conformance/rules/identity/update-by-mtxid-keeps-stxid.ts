/** An update by `mTxId` alone stays with its transaction. */
import { WIDE_MTXIDS } from '../../arbitraries/mtxid.ts';
import { updates } from '../../patterns/updates.ts';

export const updateByMtxidKeepsStxid = updates({
  id: 'identity/update-by-mtxid-keeps-stxid',
  section: '1.2, 4.1',
  title: "a later fee call with the mTxId answers with the first call's sTxId",
  tries:
    'One to three updates, alone and with other transactions opened in between; long mTxIds too. One that a ' +
    'first call is refused for is passed over.',
  fix:
    'Look mTxId up among the transactions of the merchant. Where it is known, the call updates that ' +
    'transaction: answer with its sTxId, not with a new one.',
  after: ['identity/stxid-is-unique'],
  by: 'mTxId',
  wideMtxids: WIDE_MTXIDS,
});
