/** Observes what happens to requests with an unusable token. */

import { type Credential, credentialFrom } from '../rule/credential.ts';
import { NotJudged } from '../rule/failure.ts';
import { type Observation, type ObservationSpec, observeChoice } from './observation.ts';
import { isAccepted, optionIfAccepted } from './observation-context.ts';

export const TOKENS: readonly Observation[] = [
  observeChoice('missing-token', statusWith('none')),
  observeChoice('invalid-token', statusWith('garbled')),

  observeChoice('expired-token', {
    // The suite cannot sign. Without tokens.expired it edits the expiry of the merchant's token, and a deployment that
    // verifies signatures refuses the edited token for its signature.
    async run({ feeWith, deployment: { one, tokens } }) {
      if (tokens?.expired !== undefined)
        return optionIfAccepted(await feeWith({}, { credential: 'given-expired' }), 'take');
      const { token } = one;
      if (token === undefined) throw new NotJudged('no token was given');
      if (credentialFrom('expired', token) === undefined)
        throw new NotJudged('the token is not a JWT, so the suite cannot make an expired one of it');
      const acceptsToken = async (credential: Credential) => isAccepted(await feeWith({}, { credential }));
      if (await acceptsToken('expired')) return ['take'];
      if (await acceptsToken('extended')) return ['refuse'];
      throw new NotJudged(
        'the deployment verifies signatures, and the suite cannot sign: add tokens.expired to the deployment file',
      );
    },
  }),
];

/** The status of the refusal, or `take`. */
function statusWith(credential: Credential): ObservationSpec {
  return {
    observe({ variant, outcome, response }) {
      if (variant.credential !== credential || variant.method !== 'POST') return undefined;
      if (outcome.kind === 'refused') return [String(response.status)];

      return outcome.kind === 'accepted' ? ['take'] : undefined;
    },

    async run({ feeWith }) {
      await feeWith({}, { credential });

      return undefined;
    },
  };
}
