/** The rules on tokens: neither a fee nor a sale for who brings none, or one that nobody issued. */
import { type Credential, credentialFrom, type UnusableTokens } from '../client/credential.ts';
import type { Conversation } from '../conversation.ts';
import { granted } from '../expect.ts';
import { NotJudged, RuleBroken } from '../failure.ts';
import { property, type Rule, type RuleHead } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { open } from './open.ts';
import { notLockedOut } from './still-priced.ts';
import { withheld } from './withheld.ts';

type Stranger = Exclude<Credential, 'own' | 'expired' | 'extended' | 'given-expired'>;

interface Case {
  readonly operation: 'fee' | 'sale';
  readonly credentials: readonly Stranger[];
}

interface TurnsAwaySpec extends Omit<RuleHead, 'level' | 'section' | 'stage'> {
  readonly credentials: readonly Stranger[];
}

const BROUGHT: Readonly<Record<Stranger, string>> = {
  none: 'without a token',
  garbled: 'with a token that is no JWT',
  forged: 'with the token under another signature',
  unsigned: 'with the token unsigned (alg none)',
  'given-foreign': 'with a token of another issuer',
};

/** Whoever guesses tokens may be locked out, so these come when nearly all is judged. */
export function turnsAway({ credentials, ...head }: TurnsAwaySpec): Rule {
  return property<Case>({
    ...head,
    level: 'should',
    section: '5',
    stage: 2,
    probes: ({ deployment: { one, tokens } }) => {
      const strange = credentials.filter((credential) => isStrange(credential, one.token, tokens));

      return [
        { operation: 'fee', credentials: strange },
        { operation: 'sale', credentials: strange },
      ];
    },
    parts: ({ operation, credentials }) => credentials.map((one) => ({ operation, credentials: [one] })),
    smaller: ({ operation, credentials }) =>
      credentials.length > 1 ? credentials.map((one) => ({ operation, credentials: [one] })) : [],

    async holds(asked, conversation, words) {
      try {
        await turnedAway(asked, conversation, words);
      } catch (error) {
        if (mayBeLockout(error)) await notLockedOut(() => conversation.fee({ ...words.baseline }));
        throw error;
      }
    },
  });
}

async function turnedAway(
  { operation, credentials }: Case,
  conversation: Conversation,
  { baseline, saleExtras }: Vocabulary,
): Promise<void> {
  if (operation === 'fee') {
    for (const credential of credentials) {
      const reply = await conversation.fee({ ...baseline }, { credential });
      withheld(reply, `no fee for a call ${BROUGHT[credential]}`);
    }
    granted(await conversation.fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
    return;
  }
  const sale = { sTxId: await open(conversation, baseline), ...saleExtras };
  for (const credential of credentials) {
    const reply = await conversation.sale(sale, { credential });
    withheld(reply, `no sale for a call ${BROUGHT[credential]}`);
  }
  granted(await conversation.sale(sale), 'sale/accepts-stxid');
}

/** What a stranger was given cannot be one; a call that was refused or not answered, whoever made it, may be. */
function mayBeLockout(error: unknown): boolean {
  return error instanceof NotJudged || (error instanceof RuleBroken && error.nature !== 'plain');
}

/** A token that was given may be unsigned itself; nothing was forged then. */
function isStrange(credential: Stranger, token: string | undefined, unusable?: UnusableTokens): boolean {
  if (credential === 'given-foreign') return unusable?.foreign !== undefined;

  return credential === 'none' || credentialFrom(credential, token) !== token;
}
