/** An update by `mTxId` alone stays with its transaction. */
import { updates } from '../../patterns/updates.ts';

export const updateByMtxidKeepsStxid = updates({
  id: 'identity/update-by-mtxid-keeps-stxid',
  section: '1.2, 4.1',
  title: "a later fee call with the mTxId answers with the first call's sTxId",
  tries: 'One to three updates, alone and with other transactions opened in between.',
  fix:
    'Look mTxId up among the transactions of the merchant: where it is known the call is an update of ' +
    'that one, and is answered with its sTxId and not with a new one.',
  after: ['identity/stxid-is-unique'],
  by: 'mTxId',
});
