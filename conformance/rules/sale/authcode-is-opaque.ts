/** A sale accepts any text as `authCode`. */
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { AWKWARD_TEXTS, authCode, isSafeText, MAX_AUTHCODE } from '../../rule/arbitraries/text.ts';
import type { RuleContext } from '../../rule/context.ts';
import { identifiersBy, mtxidFor, opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, sale } from '../../rule/script.ts';

interface AuthCodeSale {
  readonly authCode: string;
  /** How the sale names its transaction, `late` with an mTxId of its own; by sTxId unless given. */
  readonly by?: NamedBy | 'late';
  /** Updates the transaction before the sale. */
  readonly isUpdated?: true;
  /** The merchant that sends it; the one with one processor unless given. */
  readonly merchant?: 'several';
}

export const authcodeIsOpaque = rule({
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
  scripts: (context) => {
    const sales: readonly AuthCodeSale[] = [
      ...AWKWARD_CODES.map((authCode, n) => ({ authCode, ...(n % 2 === 0 ? {} : { by: 'mTxId' as const }) })),
      // The first text has characters of most kinds.
      ...AWKWARD_CODES.slice(0, 1).flatMap((authCode): readonly AuthCodeSale[] => [
        { authCode, by: 'mTxId' },
        { authCode, by: 'both' },
        { authCode, by: 'late' },
        { authCode, by: 'mTxId', isUpdated: true },
        ...(context.deployment.several === undefined ? [] : [{ authCode, merchant: 'several' } as const]),
      ]),
    ];

    return sales.map((one) => scriptOf(one, context));
  },
  randomScripts: (context) => authCode.map((text) => scriptOf({ authCode: text }, context)),
});

const AWKWARD_CODES = AWKWARD_TEXTS.filter((text) => isSafeText(text, MAX_AUTHCODE));

/** Opens a transaction, and sells it with this authCode. */
function scriptOf(
  { authCode, by = 'sTxId', isUpdated, merchant: role }: AuthCodeSale,
  context: RuleContext,
): Script {
  const { merchant, plain: body } = senderOf(context, role);
  const identifiers = identifiersBy(by === 'late' ? 'both' : by, '{s1}');

  return {
    calls: [
      opened({ ...body, ...(by === 'late' ? {} : mtxidFor(by)) }, merchant),
      ...(isUpdated ? [fee({ ...body, ...identifiers }, { merchant })] : []),
      sale(
        { ...identifiers, authCode },
        { merchant, expects: { accepted: 'an accepted sale with any text as authCode' } },
      ),
    ],
  };
}
