/** The rules on `authCode`: optional, and any text. */

import type { NamedBy } from '../../../src/exchange/trace.ts';
import { AWKWARD_TEXTS, authCode, isSafeText, MAX_AUTHCODE } from '../../rule/arbitraries/text.ts';
import type { RuleContext } from '../../rule/context.ts';
import type { MerchantRole } from '../../rule/exchange.ts';
import { REFUSAL } from '../../rule/in-traffic.ts';
import { identifiersBy, mtxidFor, opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script, sale } from '../../rule/script.ts';

export const authcodeIsOptional = rule({
  id: 'sale/authcode-is-optional',
  section: '2.3',
  title: 'a sale is accepted with and without authCode',
  fix: 'Accept sales with authCode and sales without it.',
  inTraffic: REFUSAL,
  dependsOn: ['sale/accepts-stxid'],
  scripts: ({ baseline }) =>
    [{}, { authCode: 'A1B2C3' }].map((authCode) => {
      const accepted = `an accepted sale ${'authCode' in authCode ? 'with' : 'without'} authCode`;

      return { calls: [opened(baseline), sale({ sTxId: '{s1}', ...authCode }, { expects: { accepted } })] };
    }),
});

export const authcodeIsOpaque = rule({
  id: 'sale/authcode-is-opaque',
  section: '2.3',
  title: 'an authCode may be any text',
  tries: 'Texts of 1 to 16 printable characters. Whether others are accepted is a choice.',
  fix: 'Store authCode unchanged, without a pattern, and pass it to the database as a parameter.',
  inTraffic: REFUSAL,
  lookAlikes: [
    'longest-authcode=16',
    'empty-texts=refuse-blank',
    'control-characters=refuse',
    'texts-beyond-bmp=refuse',
    'attack-like-texts=refuse',
  ],
  dependsOn: ['sale/authcode-is-optional', 'sale/accepts-mtxid', 'sale/accepts-both'],
  scripts: (context) => {
    const [first = '', second = '', ...others] = AWKWARD_CODES;

    return [
      // The first text has characters of most kinds.
      ...WAYS.map((by) => sold(context, first, by)),
      sold(context, first, 'mTxId', 'several', true),
      sold(context, first, 'sTxId', 'several'),
      sold(context, second, 'late', 'several'),
      ...others.map((text, n) => sold(context, text, WAYS[n % WAYS.length])),
    ];
  },
  randomScripts: (context) => authCode.map((text) => sold(context, text)),
});

const WAYS = ['sTxId', 'mTxId', 'both'] as const;
const AWKWARD_CODES = AWKWARD_TEXTS.filter((text) => isSafeText(text, MAX_AUTHCODE));

/**
 * Opens a transaction, and sells it with this authCode.
 *
 * @param by how the sale names its transaction, `late` with an mTxId of its own
 */
function sold(
  context: RuleContext,
  authCode: string,
  by: NamedBy | 'late' = 'sTxId',
  role: MerchantRole = 'one',
  isUpdated = false,
): Script {
  const { merchant, plain } = senderOf(context, role);
  const identifiers = identifiersBy(by === 'late' ? 'both' : by, '{s1}');
  const expects = { accepted: 'an accepted sale with any text as authCode' };

  return {
    calls: [
      opened({ ...plain, ...(by === 'late' ? {} : mtxidFor(by)) }, merchant),
      ...(isUpdated ? [fee({ ...plain, ...identifiers }, { merchant })] : []),
      sale({ ...identifiers, authCode }, { merchant, expects }),
    ],
  };
}
