/** What becomes of a fee call without the header X-Requested-With. */
import { observes } from '../observation.ts';
import { takenOr } from '../scene.ts';

export const missingXRequestedWith = observes('missing-x-requested-with', {
  asks: async ({ fee, words }) =>
    takenOr(await fee({ ...words.baseline }, { requestedWith: 'nothing' }), 'take'),
});
