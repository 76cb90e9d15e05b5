/** The longest text accepted in campaign and data, in characters. */
import { largestTaken } from '../largest.ts';
import { observes } from '../observation.ts';
import { acceptsTexts } from './texts.ts';

export const longestText = observes('longest-text', {
  asks: async (scene) => [
    await largestTaken({
      limits: [32, 50, 255, 1000],
      beyond: 4000,
      takes: (length) => acceptsTexts(scene, ['x'.repeat(length)]),
    }),
  ],
});
