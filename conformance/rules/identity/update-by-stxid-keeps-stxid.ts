/** An update by `sTxId` returns the same `sTxId`, and so do further updates. */
import { updates } from '../../rule/patterns/named.ts';

export const updateByStxidKeepsStxid = updates({
  id: 'identity/update-by-stxid-keeps-stxid',
  section: '1.2, 4.1',
  title: 'an update by sTxId returns that sTxId',
  tries: 'One to three updates, with and without other transactions in between.',
  fix:
    'If a fee call has the sTxId of a transaction, update that transaction and return the same sTxId, however ' +
    'many updates follow.',
  lookAlikes: ['update-to-another-card=refuse', 'update-after-sale=refuse'],
  dependsOn: ['identity/stxid-is-unique'],
  by: 'sTxId',
});
