/** Objecting to what an mTxId is made of, on which the document is silent. */
import { describeGot } from '../../contract/got.ts';
import { objecting } from './stations.ts';

export function objectingToMtxids(expected: string, isFine: (mTxId: string) => boolean) {
  return objecting(({ mTxId }, operation) =>
    typeof mTxId !== 'string' || isFine(mTxId)
      ? []
      : [
          {
            section: operation === 'calculateFee' ? '2.1' : '2.3',
            pointer: '/mTxId',
            expected,
            got: describeGot(mTxId),
          },
        ],
  );
}
