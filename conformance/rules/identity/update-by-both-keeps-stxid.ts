/** An update by both identifiers stays with their transaction. */
import { updates } from '../../patterns/updates.ts';

export const updateByBothKeepsStxid = updates({
  id: 'identity/update-by-both-keeps-stxid',
  section: '1.2',
  title: "a later fee call with both identifiers answers with the transaction's sTxId",
  tries: 'One to three updates, alone and with other transactions opened in between.',
  fix: 'Accept both identifiers of one transaction in an update, and answer with its sTxId.',
  after: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  by: 'both',
});
