/** What becomes of a fee call with an amount of 0. */
import { observes } from '../observation.ts';
import { takenOr } from '../scene.ts';

export const zeroAmount = observes('zero-amount', {
  asks: async ({ fee, words }) => takenOr(await fee({ ...words.baseline, amount: 0 }), 'take'),
});
