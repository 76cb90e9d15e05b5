/** A sale may name its transaction by both identifiers. */
import { sells } from '../../rule/patterns/named.ts';

export const acceptsBoth = sells({
  id: 'sale/accepts-both',
  section: '2.3',
  title: 'a sale by both identifiers is accepted',
  tries: 'Sales of transactions opened with the mTxId, with and without other transactions in between.',
  fix: 'Accept a sale with the sTxId and the mTxId of one transaction: one is enough, but both are allowed.',
  lookAlikes: ['second-sale=refuse'],
  dependsOn: ['sale/accepts-stxid', 'sale/accepts-mtxid'],
  judges: ({ by, addsMtxid }) => by === 'both' && !addsMtxid,
  by: 'both',
  how: 'by both identifiers',
  opensWithMtxid: true,
});
