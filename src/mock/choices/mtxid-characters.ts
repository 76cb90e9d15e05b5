/** Which characters an mTxId may have. */
import { asEver, choice } from '../choosing/choice.ts';
import { objectingToMtxids } from '../choosing/mtxids.ts';

export const mtxidCharacters = choice('mtxid-characters', {
  any: asEver,
  plain: objectingToMtxids('ASCII letters, digits, dashes and underscores', (mTxId) =>
    /^[\w-]+$/.test(mTxId),
  ),
});
