/** A sale may name its transaction by both identifiers. */
import { sells } from '../../patterns/sells.ts';

export const acceptsBoth = sells({
  id: 'sale/accepts-both',
  section: '2.3',
  title: 'a sale by both identifiers is accepted',
  tries: 'Transactions opened with the mTxId, sold at once and with others opened in between.',
  fix:
    'Accept a sale with the sTxId and the mTxId of one transaction: that one of them is enough does not ' +
    'forbid the other.',
  after: ['sale/accepts-stxid', 'sale/accepts-mtxid'],
  how: 'by both identifiers',
  named: true,
  identifiers: (sTxId) => ({ sTxId, mTxId: '{m1}' }),
});
