/** The longest authCode accepted, in characters. */
import { largestTaken } from '../largest.ts';
import { observes } from '../observation.ts';
import { acceptsAuthcode } from './texts.ts';

export const longestAuthcode = observes('longest-authcode', {
  asks: async (scene) => [
    await largestTaken({
      limits: [32, 50, 255, 1000],
      beyond: 4000,
      takes: (length) => acceptsAuthcode(scene, 'x'.repeat(length)),
    }),
  ],
});
