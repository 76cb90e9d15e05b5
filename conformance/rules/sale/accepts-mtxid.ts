/** A sale may name its transaction by `mTxId`. */
import { WIDE_MTXIDS } from '../../rule/mtxids.ts';
import { sells } from '../../rule/patterns/named.ts';

export const acceptsMtxid = sells({
  id: 'sale/accepts-mtxid',
  section: '2.3, 4.2',
  title: "a sale by mTxId is accepted and returns the transaction's sTxId",
  tries:
    'Sales of transactions opened with the mTxId, with and without other transactions in between; also by long ' +
    'mTxIds, except those that the deployment refuses in a first call.',
  fix: 'Find the transaction by its mTxId alone too. Return the sTxId of its fee call, not the mTxId or a new one.',
  lookAlikes: ['longest-mtxid=20', 'mtxid-characters=dashes'],
  dependsOn: ['sale/accepts-stxid', 'fee-request/accepts-each-optional-field'],
  judges: ({ by }) => by === 'mTxId',
  by: 'mTxId',
  how: 'by mTxId',
  opensWithMtxid: true,
  wideMtxids: WIDE_MTXIDS,
});
