/** A sale by `sTxId` may be the first call of a transaction that has an `mTxId`. */
import { sells } from '../../rule/patterns/named.ts';

export const acceptsLateMtxid = sells({
  id: 'sale/accepts-late-mtxid',
  section: '2.1',
  title: 'a sale may add the mTxId that the fee calls left out',
  tries: 'Sales of transactions opened without an mTxId, with and without other transactions in between.',
  fix:
    'If a sale names its transaction by sTxId, accept an mTxId beside it even if no fee call of that ' +
    'transaction had one, and return the sTxId. Whether later calls find the transaction by it is not judged here.',
  lookAlikes: ['longest-mtxid=20'],
  dependsOn: ['sale/accepts-stxid', 'sale/accepts-both', 'identity/distinct-mtxids-are-distinct'],
  judges: ({ addsMtxid }) => addsMtxid,
  by: 'both',
  how: 'with an mTxId given for the first time',
  opensWithMtxid: false,
});
