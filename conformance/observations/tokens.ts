/** Observes what happens to requests with an unusable token. */

import { type Credential, credentialFrom } from '../rule/credential.ts';
import type { Exchange } from '../rule/exchange.ts';
import { NotAnswering, NotJudged } from '../rule/failure.ts';
import { MAX_WRONG_TOKENS } from '../rule/patterns/refuses-unauthenticated.ts';
import { type Observation, type ObservationSpec, observeChoice } from './observation.ts';
import { isAccepted, optionIfAccepted } from './observation-context.ts';

export const TOKENS: readonly Observation[] = [
  observeChoice('missing-token', statusWith('none')),
  observeChoice('invalid-token', statusWith('garbled')),

  observeChoice('expired-token', {
    // The suite cannot sign. Without tokens.expired it edits the expiry of the merchant's token, and a deployment that
    // verifies signatures refuses the edited token for its signature.
    async run({ feeWith, wrongTokens, deployment: { one, tokens } }) {
      if (tokens?.expired !== undefined)
        return optionIfAccepted(await feeWith({}, { credential: 'given-expired' }), 'take');
      const { token } = one;
      if (token === undefined) throw new NotJudged('no token was given');
      if (credentialFrom('expired', token) === undefined)
        throw new NotJudged('the token is not a JWT, so the suite cannot make an expired one of it');
      const acceptsToken = async (credential: Credential) => isAccepted(await feeWith({}, { credential }));
      if (!wrongTokens.isForgedRefused && (await acceptsToken('expired'))) return ['take'];
      if (!wrongTokens.isForgedRefused && (await acceptsToken('extended'))) return ['refuse'];
      throw new NotJudged(
        'the deployment verifies signatures, and the suite cannot sign: add tokens.expired to the deployment file',
      );
    },
  }),

  // The last one: it asks whether the client is still served.
  observeChoice('lockout', {
    async run({ feeWith, wrongTokens, throttleStatuses }) {
      if (wrongTokens.sent === 0) throw new NotJudged('no call with a wrong token was sent');
      const limits = new Set(throttleStatuses);
      const exchange = await feeWith({}).catch((error: unknown) => {
        if (error instanceof NotJudged || error instanceof NotAnswering) return undefined;
        throw error;
      });
      if (exchange === undefined) {
        const [status] = throttleStatuses.difference(limits);

        return [status === undefined ? 'no answer' : String(status)];
      }
      if (!isServed(exchange)) return [String(exchange.status)];
      if (wrongTokens.sent < MAX_WRONG_TOKENS)
        throw new NotJudged(`fewer than ${MAX_WRONG_TOKENS} calls with a wrong token were sent`);

      return ['none'];
    },
  }),
];

function isServed({ outcome: { kind } }: Exchange): boolean {
  return kind === 'accepted' || kind === 'unclear';
}

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
