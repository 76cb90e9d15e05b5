/** A sale may name its transaction by both identifiers. */
import { sells } from '../../patterns/sells.ts';

export const acceptsBoth = sells({
  id: 'sale/accepts-both',
  section: '2.3',
  title: 'a sale by both identifiers is accepted',
  after: ['sale/accepts-stxid', 'sale/accepts-mtxid'],
  how: 'by both identifiers',
  named: true,
  identifiers: (sTxId) => ({ sTxId, mTxId: '{m1}' }),
});
