/** An update by `mTxId` alone stays with its transaction. */
import { updates } from '../../patterns/updates.ts';

export const updateByMtxidKeepsStxid = updates({
  id: 'identity/update-by-mtxid-keeps-stxid',
  section: '1.2, 4.1',
  title: "a later fee call with the mTxId answers with the first call's sTxId",
  after: ['identity/stxid-is-unique'],
  by: 'mTxId',
});
