/** How many texts campaign and data may have each. */
import { largestTaken } from '../largest.ts';
import { observes } from '../observation.ts';
import { acceptsTexts } from './texts.ts';

export const mostTexts = observes('most-texts', {
  asks: async (scene) => [
    await largestTaken({
      limits: [5, 10, 20],
      beyond: 100,
      takes: (length) =>
        acceptsTexts(
          scene,
          Array.from({ length }, () => 'x'),
        ),
    }),
  ],
});
