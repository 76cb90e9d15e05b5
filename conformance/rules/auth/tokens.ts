/** The rules on tokens: a call without a valid token gets neither a fee nor a sale, and none is refused for a valid one. Whether an expired token is accepted is a choice. */
import { type Credential, credentialFrom, MAX_WRONG_TOKENS } from '../../rule/credential.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { expectNothing, MIN_REFUSALS } from '../../rule/observers.ts';
import { opened, sendersOf } from '../../rule/patterns/open.ts';
import { isDocumented } from '../../rule/request-variant.ts';
import { type Rule, type RuleHead, rule } from '../../rule/rule.ts';
import { atOnce, fee, sale } from '../../rule/script.ts';

const DESCRIPTIONS = {
  none: 'without a token',
  empty: 'with an empty token',
  garbled: 'with a token that is not a JWT',
  forged: 'with the token under another signature',
  unsigned: 'with the token unsigned (alg none)',
  cut: 'with the token without its end',
  'given-foreign': 'with a token of another issuer',
} as const satisfies Partial<Record<Credential, string>>;

type InvalidCredential = keyof typeof DESCRIPTIONS;

/** Calls with such a token, the most telling first; a sale is of a transaction of the merchant with one processor. */
type UnauthenticatedCalls = readonly (readonly [InvalidCredential, by: 'one' | 'several' | 'sale'])[];

export const refusesMissingToken = refusesUnauthenticated(
  {
    id: 'auth/refuses-missing-token',
    title: 'a call without a token gets no fee and no sale',
    tries: 'Fee calls and sales without the header Authorization, or with one that has no token.',
    fix: 'Check the token first, on both endpoints, and refuse a call without one.',
    inTraffic: { from: 3, needs: 'authorization' },
    lookAlikes: ['missing-token=400', 'refusal=2xx-zero-fee-stxid'],
  },
  [
    ['none', 'one'],
    ['empty', 'one'],
    ['none', 'sale'],
  ],
);

export const refusesInvalidToken = refusesUnauthenticated(
  {
    id: 'auth/refuses-invalid-token',
    title: 'a garbled, unsigned or wrongly signed token gets no fee and no sale',
    tries: 'At most four such calls, after all others, with tokens.foreign of the deployment file too.',
    fix: 'Verify the signature with a configured key and algorithm, not those that the JWT names.',
    lookAlikes: ['expired-token=take', 'invalid-token=400'],
    dependsOn: ['auth/refuses-missing-token'],
  },
  [
    ['forged', 'one'],
    ['unsigned', 'one'],
    // It names no merchant: a service may take it for another one.
    ['garbled', 'several'],
    ['given-foreign', 'one'],
    // A service that does not verify the signature takes it as well.
    ['cut', 'sale'],
    ['cut', 'one'],
    ['forged', 'several'],
    ['garbled', 'one'],
    ['unsigned', 'sale'],
  ],
);

/** Calls, of which one in thirty is refused some times. */
const OFTEN = 100;

/** A token that expires in the course of the run is refused when it is sent once more, too. */
export const acceptsValidToken = rule({
  id: 'auth/accepts-valid-token',
  section: '5',
  title: 'a token that is accepted is not refused now and then',
  tries:
    'Every call of the run that gets a 401 is sent once more. Three that are accepted then, far apart, are no accident.',
  fix: 'Give every instance the same keys and the same clock, and refuse no token because it could not be checked.',
  lookAlikes: ['expired-token=refuse'],
  stage: 3,
  observationSuffices: true,
  judge(call) {
    const { variant, outcome, unauthorizedFirst: first } = call;
    if (!isDocumented(variant) || outcome.kind !== 'accepted') return undefined;
    if (first === undefined) return HOLDS;
    const got = 'a 401; sent once more, the same call is accepted';

    return violation('no 401 for a token that is accepted', got, {
      at: call,
      isAccident: true,
      failsFrom: MIN_REFUSALS,
    });
  },
  // Where other rules send too few.
  scripts: ({ baseline }) => [{ calls: [{ ...opened(baseline), times: OFTEN }] }],
});

/** Judged last, and with few calls: a service may lock out a client that guesses tokens. */
function refusesUnauthenticated(
  head: Omit<RuleHead, 'section' | 'stage'>,
  calls: UnauthenticatedCalls,
): Rule {
  return rule({
    ...head,
    section: '5',
    stage: 6,
    judge(call) {
      const { operation, variant } = call;
      const credential = calls.map(([one]) => one).find((one) => one === variant.credential);
      if (credential === undefined || variant.method !== 'POST') return undefined;
      const what = operation === 'calculateFee' ? 'fee' : 'sale';

      return expectNothing(call, `no ${what} for a call ${DESCRIPTIONS[credential]}`);
    },
    scripts(context) {
      const { one, several, tokens } = context.deployment;
      /** The configured token may itself be unsigned; then nothing differs. */
      const isInvalid = (credential: InvalidCredential, token: string | undefined) =>
        credential === 'given-foreign'
          ? tokens?.foreign !== undefined
          : credential === 'none' || credentialFrom(credential, token) !== token;
      const sent = calls
        .filter(([credential, by]) =>
          by === 'several'
            ? several !== undefined && isInvalid(credential, several.token)
            : isInvalid(credential, one.token),
        )
        // The rule on missing tokens sends an empty one.
        .slice(0, MAX_WRONG_TOKENS - 1);
      const variants = (wanted: string) =>
        sent.flatMap(([credential, by]) => (by === wanted ? { variant: { credential } } : []));
      const senders = sendersOf(context).filter(({ merchant }) => variants(merchant).length > 0);
      const ofOrder = { sTxId: '{s1}', ...context.traits.saleExtras };

      // The first calls have the right tokens: the others are refused for theirs.
      return [
        {
          calls: [
            senders.map(({ merchant, plain }) => opened(plain, merchant)),
            [
              ...senders.flatMap(({ merchant, plain }) =>
                variants(merchant).map((variant) => fee(plain, { merchant, ...variant })),
              ),
              ...variants('sale').map((variant) => sale(ofOrder, variant)),
            ],
          ].flatMap(atOnce),
        },
      ];
    },
  });
}
