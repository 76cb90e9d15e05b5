/**
 * What becomes of a request whose token has expired: tokens.expired of the deployment file where it is given. Without
 * it, the suite, which cannot sign, alters the expiry of the token that
 * it was given: a deployment that verifies signatures refuses that for the signature, and tells nothing of expiry.
 */
import { credentialFrom } from '../../client/credential.ts';
import { NotJudged } from '../../failure.ts';
import { observes } from '../observation.ts';
import { isTaken, takenOr } from '../scene.ts';

export const expiredToken = observes('expired-token', {
  async asks({ fee, words }) {
    const { one, tokens } = words.deployment;
    if (tokens?.expired !== undefined)
      return takenOr(await fee({ ...words.baseline }, { credential: 'given-expired' }), 'take');
    const { token } = one;
    if (token === undefined) throw new NotJudged('no token was given');
    if (credentialFrom('expired', token) === undefined)
      throw new NotJudged('the token is no JWT, so none can be made of it that has expired');
    const ask = async (credential: 'expired' | 'extended') =>
      isTaken(await fee({ ...words.baseline }, { credential }));
    if (await ask('expired')) return ['take'];
    if (await ask('extended')) return ['refuse'];
    throw new NotJudged(
      'it refuses a token that was altered, expired or not: it verifies signatures, and the suite cannot sign',
    );
  },
});
