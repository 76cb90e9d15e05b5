/** The rules on `authCode`: optional, and any text. */

import type { NamedBy } from '../../../src/exchange/trace.ts';
import { AWKWARD_TEXTS, authCode, isSafeText, MAX_AUTHCODE } from '../../rule/arbitraries/text.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { Body } from '../../rule/exchange.ts';
import { identifiersBy, mtxidFor, opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, sale } from '../../rule/script.ts';

export const authcodeIsOptional = rule({
  id: 'sale/authcode-is-optional',
  section: '2.3',
  level: 'must',
  title: 'a sale is accepted with and without authCode',
  fix: 'Accept sales with authCode and sales without it.',
  dependsOn: ['sale/accepts-stxid'],
  scripts: ({ baseline }) => [
    sold(baseline, {}, 'an accepted sale without authCode'),
    sold(baseline, { authCode: 'A1B2C3' }, 'an accepted sale with authCode'),
  ],
});

function sold(baseline: Body, authCode: object, accepted: string): Script {
  return { calls: [opened(baseline), sale({ sTxId: '{s1}', ...authCode }, { expects: { accepted } })] };
}

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
    const several = context.deployment.several === undefined ? {} : { merchant: 'several' as const };
    const [first = '', second = '', ...others] = AWKWARD_CODES;
    const sales: readonly AuthCodeSale[] = [
      // The first text has characters of most kinds.
      ...WAYS.map((by) => ({ authCode: first, by })),
      { authCode: first, by: 'mTxId', isUpdated: true, ...several },
      { authCode: first, ...several },
      { authCode: second, by: 'late', ...several },
      ...others.map((authCode, n) => ({ authCode, by: WAYS[n % WAYS.length] ?? 'both' })),
    ];

    return sales.map((one) => scriptOf(one, context));
  },
  randomScripts: (context) => authCode.map((text) => scriptOf({ authCode: text }, context)),
});

const WAYS = ['sTxId', 'mTxId', 'both'] as const;
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
