/** An update by both identifiers keeps the transaction's `sTxId`. */
import { updates } from '../../rule/patterns/named.ts';

export const updateByBothKeepsStxid = updates({
  id: 'identity/update-by-both-keeps-stxid',
  section: '1.2',
  title: "an update by both identifiers returns the transaction's sTxId",
  tries: 'One to three updates, with and without other transactions in between.',
  fix: 'Accept an update with both identifiers of one transaction, and return its sTxId.',
  lookAlikes: ['update-to-another-card=refuse', 'update-after-sale=refuse'],
  dependsOn: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  by: 'both',
});
