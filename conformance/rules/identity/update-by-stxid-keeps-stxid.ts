/** An update by `sTxId`, and the second and third, stay with their transaction. */
import { updates } from '../../patterns/updates.ts';

export const updateByStxidKeepsStxid = updates({
  id: 'identity/update-by-stxid-keeps-stxid',
  section: '1.2, 4.1',
  title: 'a later fee call with the sTxId answers with that sTxId',
  tries: 'One to three updates, alone and with other transactions opened in between.',
  fix:
    'Where a fee call has the sTxId of a transaction, update that transaction, however often it comes, ' +
    'and answer with the same sTxId.',
  after: ['identity/stxid-is-unique'],
  by: 'sTxId',
});
