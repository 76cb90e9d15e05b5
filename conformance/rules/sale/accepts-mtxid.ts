/** A sale may name its transaction by `mTxId`. */
import { WIDE_MTXIDS } from '../../arbitraries/mtxid.ts';
import { sells } from '../../patterns/sells.ts';

export const acceptsMtxid = sells({
  id: 'sale/accepts-mtxid',
  section: '2.3, 4.2',
  title: "a sale by mTxId is accepted and answers with that transaction's sTxId",
  tries:
    'Transactions opened with the mTxId, sold at once and with others opened in between; long mTxIds too. One ' +
    'that a first call is refused for is passed over.',
  fix:
    'Find the transaction by its mTxId alone as well, and answer with the sTxId that its fee call was ' +
    'given: not with the mTxId, and not with a new one.',
  after: ['sale/accepts-stxid', 'fee-request/accepts-each-optional-field'],
  how: 'by mTxId',
  named: true,
  wideMtxids: WIDE_MTXIDS,
  identifiers: () => ({ mTxId: '{m1}' }),
});
