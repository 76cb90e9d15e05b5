/** The `mTxId` may be given for the first time at the sale. */
import { sells } from '../../patterns/sells.ts';

export const acceptsLateMtxid = sells({
  id: 'sale/accepts-late-mtxid',
  section: '2.1',
  title: 'an mTxId left out at fee time may be given with the sale',
  tries: 'Transactions opened without an mTxId, sold at once and with others opened in between.',
  fix:
    'Where a sale names its transaction by sTxId, accept an mTxId beside it even though no fee call of ' +
    'that transaction had one.',
  after: ['sale/accepts-stxid', 'sale/accepts-both', 'identity/distinct-mtxids-are-distinct'],
  how: 'with an mTxId given for the first time',
  named: false,
  identifiers: (sTxId) => ({ sTxId, mTxId: '{m1}' }),
});
