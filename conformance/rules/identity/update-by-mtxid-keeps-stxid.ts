/** An update by `mTxId` alone stays with its transaction. */
import { updates } from '../../patterns/updates.ts';

export const updateByMtxidKeepsStxid = updates({
  id: 'identity/update-by-mtxid-keeps-stxid',
  section: '1.2, 4.1',
  title: "a later fee call with the mTxId answers with the first call's sTxId",
  tries: 'One to three updates, alone and with other transactions opened in between.',
  fix:
    'Look mTxId up among the transactions of the merchant. Where it is known, the call updates that ' +
    'transaction: answer with its sTxId, not with a new one.',
  after: ['identity/stxid-is-unique'],
  by: 'mTxId',
});
