/** Objecting to what an mTxId is made of, on which the document is silent. */
import { describeValue } from '../../text/describe.ts';
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
            got: describeValue(mTxId, { name: 'mTxId' }),
          },
        ],
  );
}
