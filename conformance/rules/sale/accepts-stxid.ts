/** A sale may name its transaction by `sTxId`. */
import { sells } from '../../patterns/sells.ts';

export const acceptsStxid = sells({
  id: 'sale/accepts-stxid',
  section: '2.3, 4.2',
  title: 'a sale by sTxId is accepted and answers with it',
  tries: 'Transactions with an mTxId and without, at once and with others opened in between.',
  fix:
    'Find the transaction by its sTxId, accept the sale, and answer with that sTxId. Require no other ' +
    'field.',
  after: ['sale/answers-stxid-string', 'identity/stxid-is-unique'],
  how: 'by sTxId',
  named: false,
  eitherWay: true,
  identifiers: (sTxId) => ({ sTxId }),
});
