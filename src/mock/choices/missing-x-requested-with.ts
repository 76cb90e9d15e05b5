/** What becomes of a request without the header X-Requested-With. */
import { asEver, choice } from '../choosing/choice.ts';
import { withRequestedWith } from '../choosing/indulgences.ts';
import { reading } from '../choosing/stations.ts';

export const missingXRequestedWith = choice('missing-x-requested-with', {
  refuse: asEver,
  take: reading(withRequestedWith),
});
