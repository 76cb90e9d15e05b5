/** A sale accepts any text as `authCode`. */
import fc from 'fast-check';
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { AWKWARD_TEXTS, authCode, isSafeText, MAX_AUTHCODE } from '../../rule/arbitraries/text.ts';
import { assertAccepted, requireAccepted } from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import type { Exchange } from '../../rule/exchange.ts';
import { callsAs, identifiersBy, mtxidFor, open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { shrinkText } from '../../rule/shrink-candidates.ts';

interface Case {
  readonly authCode: string;
  /** How the sale names its transaction, `late` with an mTxId of its own; by sTxId unless given. */
  readonly by?: NamedBy | 'late';
  /** Updates the transaction before the sale. */
  readonly isUpdated?: true;
  /** The merchant that sends it; the one with one processor unless given. */
  readonly merchant?: 'several';
}

export const authcodeIsOpaque = rule<Case>({
  id: 'sale/authcode-is-opaque',
  section: '2.3',
  level: 'must',
  title: 'an authCode may be any text',
  tries:
    'Texts of 1 to 16 printable characters, with quotes, markup, JSON and many scripts. Longer texts, empty texts, ' +
    'control characters and texts that a firewall takes for an attack are a choice.',
  fix:
    "Store authCode unchanged. Do not check it against a pattern or the length of one processor's codes, and pass " +
    'it to the database as a parameter.',
  lookAlikes: [
    'longest-authcode=16',
    'empty-texts=refuse-blank',
    'control-characters=refuse',
    'texts-beyond-bmp=refuse',
    'attack-like-texts=refuse',
  ],
  dependsOn: ['sale/authcode-is-optional', 'sale/accepts-mtxid', 'sale/accepts-both'],
  probes: ({ deployment: { several } }) => [
    ...AWKWARD_CODES.map((authCode, n) => ({ authCode, ...(n % 2 === 0 ? {} : { by: 'mTxId' as const }) })),
    // The first text has characters of most kinds.
    ...AWKWARD_CODES.slice(0, 1).flatMap((authCode): readonly Case[] => [
      { authCode, by: 'mTxId' },
      { authCode, by: 'both' },
      { authCode, by: 'late' },
      { authCode, by: 'mTxId', isUpdated: true },
      ...(several === undefined ? [] : [{ authCode, merchant: 'several' } as const]),
    ]),
  ],
  shrink: ({ authCode, ...others }) =>
    [...shrinkText(authCode)]
      .filter((code) => isSafeText(code))
      .map((text) => ({ ...others, authCode: text })),
  unmask: ({ authCode, ...others }, remove) => {
    const left = remove({ authCode });

    return left?.authCode === undefined ? undefined : { ...others, authCode: left.authCode };
  },
  cases: () => fc.record({ authCode }),

  async run({ authCode, ...position }, conversation, context) {
    const exchange = await sell(authCode, position, conversation, context);
    // If a plain authCode is refused too, the rule on such sales judges that.
    if (exchange.outcome.kind === 'refused' && Object.keys(position).length > 0)
      requireAccepted(await sell(PLAIN, position, conversation, context), blameFor(position));
    assertAccepted(exchange, 'an accepted sale with any text as authCode');
  },
});

const AWKWARD_CODES = AWKWARD_TEXTS.filter((text) => isSafeText(text, MAX_AUTHCODE));

const PLAIN = 'A1B2C3';

function blameFor({ by, isUpdated }: Omit<Case, 'authCode'>): RuleId {
  if (by === 'late') return 'sale/accepts-late-mtxid';

  return isUpdated ? 'identity/state-machine' : 'sale/accepts-stxid';
}

/** Opens a transaction, and sells it with this authCode. */
async function sell(
  authCode: string,
  { by = 'sTxId', isUpdated, merchant }: Omit<Case, 'authCode'>,
  conversation: Conversation,
  context: RuleContext,
): Promise<Exchange> {
  const { baseline } = context;
  const { fee, sale } = callsAs(merchant, conversation, context);
  // A repetition needs an mTxId of its own.
  const mTxId = authCode === PLAIN ? '{m2}' : '{m1}';
  const sTxId = await open({ fee }, { ...baseline, ...(by === 'late' ? {} : mtxidFor(by, mTxId)) });
  const identifiers = identifiersBy(by === 'late' ? 'both' : by, sTxId, mTxId);
  if (isUpdated) await fee({ ...baseline, ...identifiers });

  return sale({ ...identifiers, authCode });
}
