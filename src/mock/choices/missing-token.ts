/** What becomes of a request without a token. */
import { asEver, choice, writing } from '../choosing/choice.ts';
import { identifying } from '../choosing/stations.ts';
import { ANYBODY } from '../tokens.ts';

export const missingToken = choice('missing-token', {
  '401': asEver,
  '403': writing({ missingTokenStatus: 403 }),
  '400': writing({ missingTokenStatus: 400 }),
  take: identifying((identify) => (authorization) => identify(authorization ?? `Bearer ${ANYBODY}`)),
});
