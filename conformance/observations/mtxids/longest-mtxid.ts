/** The longest mTxId that is taken, in characters. */
import { largestTaken } from '../largest.ts';
import { observes } from '../observation.ts';
import { isTaken } from '../scene.ts';

/** Of a fresh mTxId, which each begins with. */
const FRESH = 12;

export const longestMtxid = observes('longest-mtxid', {
  asks: async ({ fee, words }) => [
    await largestTaken({
      limits: [20, 36, 64, 255],
      beyond: 4000,
      takes: async (length) =>
        isTaken(await fee({ ...words.baseline, mTxId: `{m${length}}${'x'.repeat(length - FRESH)}` })),
    }),
  ],
});
