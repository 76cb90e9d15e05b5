/** The longest mTxId taken, in characters. */
import { asEver, choice } from '../choosing/choice.ts';
import { objectingToMtxids } from '../choosing/mtxids.ts';

export const longestMtxid = choice('longest-mtxid', {
  any: asEver,
  '255': upTo(255),
  '64': upTo(64),
  '36': upTo(36),
  '20': upTo(20),
});

function upTo(most: number) {
  return objectingToMtxids(`at most ${most} characters`, (mTxId) => [...mTxId].length <= most);
}
