/** Which characters an mTxId may have: those of identifiers, other ones of ASCII, any. */
import { observes } from '../observation.ts';
import { isTaken, type Scene } from '../scene.ts';

export const mtxidCharacters = observes('mtxid-characters', {
  async asks(scene) {
    const [ascii, others] = [await takes(scene, '{m1} .:/#'), await takes(scene, '{m2}é価')];
    if (ascii && others) return ['any'];
    if (ascii) return ['ASCII'];
    if (others) return ['letters of any script'];

    return [(await takes(scene, '{m3}_-A')) ? 'plain' : 'letters and digits'];
  },
});

async function takes({ fee, words }: Scene, mTxId: string): Promise<boolean> {
  return isTaken(await fee({ ...words.baseline, mTxId }));
}
