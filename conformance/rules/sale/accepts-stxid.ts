/** A sale may name its transaction by `sTxId`. */
import { sells } from '../../rule/patterns/named.ts';

export const acceptsStxid = sells({
  id: 'sale/accepts-stxid',
  section: '2.3, 4.2',
  title: 'a sale by sTxId is accepted and returns that sTxId',
  tries: 'Sales of transactions with and without an mTxId, with and without other transactions in between.',
  fix: 'Find the transaction by its sTxId, accept the sale and return that sTxId. Require no other field.',
  dependsOn: ['sale/answers-stxid-string', 'identity/stxid-is-unique'],
  judges: ({ by }) => by === 'sTxId',
  by: 'sTxId',
  how: 'by sTxId',
  opensWithMtxid: 'either',
});
