/** Rules on tokens: a call without a valid token gets neither a fee nor a sale. */
import type { UnusableTokens } from '../../deployment/deployment.ts';
import { type Credential, credentialFrom } from '../credential.ts';
import { expectNothing } from '../observers.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import { atOnce, fee, sale } from '../script.ts';
import { opened, sendersOf } from './open.ts';

type InvalidCredential = Exclude<Credential, 'own' | 'expired' | 'extended' | 'given-expired'>;

/** A call with such a token; a sale is of a transaction of the merchant with one processor. */
interface UnauthenticatedCall {
  readonly credential: InvalidCredential;
  readonly by: 'one' | 'several' | 'sale';
}

interface RefusesUnauthenticatedSpec extends Omit<RuleHead, 'level' | 'section' | 'stage'> {
  /** The most telling first. */
  readonly calls: readonly UnauthenticatedCall[];
}

const DESCRIPTIONS: Readonly<Record<InvalidCredential, string>> = {
  none: 'without a token',
  empty: 'with an empty token',
  garbled: 'with a token that is not a JWT',
  forged: 'with the token under another signature',
  unsigned: 'with the token unsigned (alg none)',
  cut: 'with the token without its end',
  'given-foreign': 'with a token of another issuer',
};

/** Calls with a wrong token in a run. */
export const MAX_WRONG_TOKENS = 5;

/** Judged last, and with few calls: a service may lock out a client that guesses tokens. */
export function refusesUnauthenticated({ calls, ...head }: RefusesUnauthenticatedSpec): Rule {
  const credentials = new Set(calls.map(({ credential }) => credential));

  return rule({
    ...head,
    level: 'should',
    section: '5',
    stage: 6,
    judge(exchange) {
      const { operation, variant } = exchange;
      const credential = variant.credential as InvalidCredential;
      if (!credentials.has(credential) || variant.method !== 'POST') return undefined;
      const what = operation === 'calculateFee' ? 'fee' : 'sale';

      return expectNothing(exchange, `no ${what} for a call ${DESCRIPTIONS[credential]}`);
    },
    scripts(context) {
      const { one, several, tokens } = context.deployment;
      const sent = calls
        .filter(({ by }) => by !== 'several' || several !== undefined)
        .filter(({ credential, by }) =>
          isInvalid(credential, (by === 'several' ? several : one)?.token, tokens),
        )
        // The rule on missing tokens sends an empty one.
        .slice(0, MAX_WRONG_TOKENS - 1);
      const senders = sendersOf(context).filter(({ merchant }) => sent.some(({ by }) => by === merchant));
      const ofOrder = { sTxId: '{s1}', ...context.traits.saleExtras };

      // The first calls have the right tokens: the others are refused for theirs.
      return [
        {
          calls: [
            senders.map(({ merchant, plain }) => opened(plain, merchant)),
            [
              ...senders.flatMap(({ merchant, plain }) =>
                sent
                  .filter(({ by }) => by === merchant)
                  .map(({ credential }) => fee(plain, { merchant, variant: { credential } })),
              ),
              ...sent
                .filter(({ by }) => by === 'sale')
                .map(({ credential }) => sale(ofOrder, { variant: { credential } })),
            ],
          ].flatMap(atOnce),
        },
      ];
    },
  });
}

/** The configured token may itself be unsigned; then nothing differs. */
function isInvalid(
  credential: InvalidCredential,
  token: string | undefined,
  unusable?: UnusableTokens,
): boolean {
  if (credential === 'given-foreign') return unusable?.foreign !== undefined;

  return credential === 'none' || credentialFrom(credential, token) !== token;
}
