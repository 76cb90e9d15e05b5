/** The largest amount that is taken, in US dollars. */
import { largestTaken } from '../largest.ts';
import { observes } from '../observation.ts';
import { isTaken } from '../scene.ts';

export const largestAmount = observes('largest-amount', {
  asks: async ({ fee, words }) => [
    await largestTaken({
      limits: [10_000, 100_000, 1_000_000],
      beyond: 1_000_000_000,
      takes: async (amount) => isTaken(await fee({ ...words.baseline, amount })),
    }),
  ],
});
