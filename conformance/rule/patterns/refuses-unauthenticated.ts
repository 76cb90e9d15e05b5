/** Rules on tokens: a call without a valid token gets neither a fee nor a sale. */
import type { UnusableTokens } from '../../deployment/deployment.ts';
import { type Credential, credentialFrom } from '../credential.ts';
import { expectNothing } from '../observers.ts';
import { type Rule, type RuleHead, rule } from '../rule.ts';
import { fee, sale } from '../script.ts';
import { opened, sendersOf } from './open.ts';

type InvalidCredential = Exclude<Credential, 'own' | 'expired' | 'extended' | 'given-expired'>;

interface RefusesUnauthenticatedSpec extends Omit<RuleHead, 'level' | 'section' | 'stage'> {
  readonly credentials: readonly InvalidCredential[];
}

const DESCRIPTIONS: Readonly<Record<InvalidCredential, string>> = {
  none: 'without a token',
  garbled: 'with a token that is not a JWT',
  forged: 'with the token under another signature',
  unsigned: 'with the token unsigned (alg none)',
  'given-foreign': 'with a token of another issuer',
};

/** Judged late: a service may lock out a client that guesses tokens. */
export function refusesUnauthenticated({ credentials, ...head }: RefusesUnauthenticatedSpec): Rule {
  return rule({
    ...head,
    level: 'should',
    section: '5',
    stage: 2,
    judge(exchange) {
      const { operation, variant } = exchange;
      const credential = credentials.find((one) => one === variant.credential);
      if (credential === undefined || variant.method !== 'POST') return undefined;
      const what = operation === 'calculateFee' ? 'fee' : 'sale';

      return expectNothing(exchange, `no ${what} for a call ${DESCRIPTIONS[credential]}`);
    },
    scripts(context) {
      const { deployment, baseline, traits } = context;
      const { one, tokens } = deployment;
      const variants = credentials
        .filter((credential) => isInvalid(credential, one.token, tokens))
        .map((credential) => ({ variant: { credential }, concurrent: true }) as const);
      const [first, ...others] = sendersOf(context).map(({ merchant, plain }) => ({
        // The last call has the right token: without it the deployment may refuse everything.
        calls: [...variants.map((one) => fee(plain, { ...one, merchant })), opened(plain, merchant)],
      }));
      const ofOrder = { sTxId: '{s1}', ...traits.saleExtras };
      const sales = {
        calls: [
          opened(baseline),
          ...variants.map((one, n) => sale(ofOrder, n === 0 ? { variant: one.variant } : one)),
          sale(ofOrder, { needs: 'sale/accepts-stxid' }),
        ],
      };

      return [...(first ? [first] : []), sales, ...others];
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
