/** Rules on tokens: a call without a valid token gets neither a fee nor a sale. */
import type { UnusableTokens } from '../../deployment/deployment.ts';
import { assertRefused, requireAccepted } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { type Credential, credentialFrom } from '../credential.ts';
import type { Exchange } from '../exchange.ts';
import { NotJudged, RuleBroken } from '../failure.ts';
import { type Rule, type RuleHead, type RuleSpec, rule } from '../rule.ts';
import { open } from './open.ts';
import { assertNotLockedOut } from './still-priced.ts';

type InvalidCredential = Exclude<Credential, 'own' | 'expired' | 'extended' | 'given-expired'>;

interface Case {
  readonly operation: 'fee' | 'sale';
  readonly credentials: readonly InvalidCredential[];
  /** The merchant whose token is changed, and whose processor is named; the one with one processor unless given. */
  readonly merchant?: 'several';
}

interface RefusesUnauthenticatedSpec
  extends Omit<RuleHead, 'level' | 'section' | 'stage'>,
    Pick<RuleSpec<Case>, 'observe'> {
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
  return rule<Case>({
    ...head,
    level: 'should',
    section: '5',
    stage: 2,
    probes({ deployment: { one, several, tokens } }) {
      const invalid = credentials.filter((credential) => isInvalid(credential, one.token, tokens));

      return [
        { operation: 'fee', credentials: invalid },
        { operation: 'sale', credentials: invalid },
        ...(several === undefined
          ? []
          : [{ operation: 'fee', credentials: invalid, merchant: 'several' } as const]),
      ];
    },
    split: ({ credentials, ...others }) => credentials.map((one) => ({ ...others, credentials: [one] })),
    shrink: ({ credentials, ...others }) =>
      credentials.length > 1 ? credentials.map((one) => ({ ...others, credentials: [one] })) : [],

    async run(value, conversation, context) {
      try {
        await assertAllRefused(value, conversation, context);
      } catch (error) {
        if (mayBeLockout(error))
          await assertNotLockedOut(() => conversation.fee({ ...context.baseline }), context.signal);
        throw error;
      }
    },
  });
}

/** The last call has the right token: without it the deployment may refuse everything. */
async function assertAllRefused(
  { operation, credentials, merchant }: Case,
  conversation: Conversation,
  { baseline, deployment, traits: { saleExtras } }: RuleContext,
): Promise<void> {
  const isFee = operation === 'fee';
  const sender = merchant === undefined ? {} : { merchant };
  const processor = merchant === undefined ? {} : { processor: deployment.several?.processors[0]?.mid };
  const body = isFee
    ? { ...baseline, ...processor }
    : { sTxId: await open(conversation, baseline), ...saleExtras };
  const sent = await Promise.all(
    credentials.map(async (credential) => ({
      credential,
      exchange: await conversation[operation](body, { credential, ...sender }),
    })),
  );
  for (const { credential, exchange } of sent)
    assertNothingGranted(exchange, `no ${operation} for a call ${DESCRIPTIONS[credential]}`);
  requireAccepted(
    await conversation[operation](body, sender),
    isFee ? 'fee-request/accepts-required-fields-alone' : 'sale/accepts-stxid',
  );
}

/**
 * Asserts that a response grants no fee and no sale. A redirect to another origin, such as a login page, counts as a
 * refusal, and so does a page that is far too large.
 *
 * @throws RuleBroken, NotJudged where no response came in time
 */
export function assertNothingGranted(exchange: Exchange, what: string): void {
  const { response } = exchange;
  const cause = response.kind === 'unanswered' ? response.cause : undefined;
  if (cause === 'redirected-away' || cause === 'too-large') return;
  if (cause === 'timeout') throw new NotJudged('no response in time', 'robustness/answers-in-time');
  assertRefused(exchange, what);
}

/** A refused or unanswered call may be the effect of a lockout; a granted one cannot. */
function mayBeLockout(error: unknown): boolean {
  return error instanceof NotJudged || (error instanceof RuleBroken && error.nature !== 'plain');
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
