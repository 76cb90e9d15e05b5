/** What becomes of a request whose token is no JWT, or names an unknown merchant. */
import { after } from '../../ledger/after.ts';
import { asEver, choice, writing } from '../choosing/choice.ts';
import { identifying } from '../choosing/stations.ts';
import { ANYBODY } from '../tokens.ts';

export const invalidToken = choice('invalid-token', {
  '401': asEver,
  '403': writing({ invalidTokenStatus: 403 }),
  '400': writing({ invalidTokenStatus: 400 }),
  take: identifying((identify) => (authorization) => {
    return after(identify(authorization), (identified) => {
      const isInvalid = identified.kind === 'refused' && authorization !== undefined;

      return isInvalid ? identify(`Bearer ${ANYBODY}`) : identified;
    });
  }),
});
