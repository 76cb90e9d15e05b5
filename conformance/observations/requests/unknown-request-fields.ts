/** What becomes of a fee call with a field that the document does not have. */
import { observes } from '../observation.ts';
import { beside, takenOr } from '../scene.ts';

export const unknownRequestFields = observes('unknown-request-fields', {
  asks: async ({ fee, words }) =>
    takenOr(await fee(beside(words.baseline, { tollgateProbe: 'x' })), 'ignore'),
});
