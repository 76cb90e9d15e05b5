/** Observes which `mTxId`s are accepted: their length and characters. */
import { zeroPadding } from '../rule/mtxids.ts';
import { findLargestAccepted } from './find-largest-accepted.ts';
import { type Observation, observeChoice } from './observation.ts';

export const MTXIDS: readonly Observation[] = [
  observeChoice('longest-mtxid', {
    run: ({ accepts }) =>
      findLargestAccepted({
        limits: [20, 36, 64, 255],
        beyond: 4000,
        accepts: (length) => accepts({ mTxId: `{m${length}}${zeroPadding(length)}` }),
      }),
  }),

  observeChoice('mtxid-characters', {
    async run({ accepts }) {
      const ascii = await accepts({ mTxId: '{m1} .:/#' });
      const others = await accepts({ mTxId: '{m2}é価' });
      if (ascii && others) return ['any'];
      if (ascii) return ['ASCII'];
      if (others) return ['letters of any script'];

      if (await accepts({ mTxId: '{m3}_-A' })) return ['plain'];

      return [(await accepts({ mTxId: '{m4}-A' })) ? 'dashes' : 'letters and digits'];
    },
  }),
];
