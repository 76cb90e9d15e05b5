/** What becomes of null in an optional field: in one that is opaque, and in one that prices. */
import { observes } from '../observation.ts';
import { beside, takenOr } from '../scene.ts';

export const nullOptionalFields = observes('null-optional-fields', {
  async asks({ fee, words }) {
    const [campaign] = takenOr(await fee(beside(words.baseline, { campaign: null })), 'ignore');
    const [country] = takenOr(await fee(beside(words.baseline, { country: null })), 'ignore');

    return campaign === country ? [campaign] : [`${campaign} in campaign, ${country} in country`];
  },
});
