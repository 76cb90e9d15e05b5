/** The rules on sales that are refused: of no transaction, or of two. */
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { AWKWARD_TEXTS, authCode, isSafeText, MAX_AUTHCODE } from '../../rule/arbitraries/text.ts';
import type { RuleContext } from '../../rule/context.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { identifiersBy, mtxidFor, opened, senderOf } from '../../rule/patterns/open.ts';
import { requires, rule } from '../../rule/rule.ts';
import { atOnce, fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';
import { type Body, hasNoneOf, isSale, type MerchantRole } from '../../rule/service-call.ts';

const AUTH_CODE = { authCode: 'A1B2C3' };

/** Other transactions that a rule opens at the effort `quick`. */
const FEW = 2;

/** An identifier that is null names no transaction, nor does an empty `sTxId`. */
const NULLS: readonly Body[] = [{ mTxId: null }, { sTxId: null, ...AUTH_CODE }, { sTxId: '' }];

export const requiresStxidOrMtxid = rule({
  id: 'sale/requires-stxid-or-mtxid',
  section: '2.3, 4.2',
  title: 'a sale with neither sTxId nor mTxId is refused',
  tries: 'With and without authCode, also right after a fee call, whose transaction can be sold afterwards.',
  fix: "Refuse a sale that has neither sTxId nor mTxId. Do not assume the merchant's last transaction.",
  inTraffic: requires('identifier'),
  lookAlikes: ['refusal=2xx-message'],
  judge(call, history) {
    const { fields, given, original } = call;
    const isNone = (value: unknown) => (value ?? undefined) === undefined;
    // A recorder may empty a text.
    const hasEmptyStxid = original === undefined && fields?.['sTxId'] === '';
    const isWithout =
      fields === undefined
        ? hasNoneOf(['sTxId', 'mTxId'], call)
        : (hasEmptyStxid || isNone(fields['sTxId'])) && isNone(fields['mTxId']);
    if (!isSale(call) || !isWithout) return undefined;
    const sold = given === undefined ? undefined : history.bySTxId(given);
    const isEmpty = fields !== undefined && ('sTxId' in fields || 'mTxId' in fields);
    // A service may take null for an odd identifier, but not for that of another transaction.
    if (isEmpty && given !== undefined && sold === undefined) return undefined;

    return expectRefusal(call, 'a sale without sTxId and mTxId', sold && { related: [sold.opening] });
  },
  scripts: (context) => [afterFee(context, [AUTH_CODE]), afterFee(context, NULLS)],
  // Alone, so that the transaction of the fee call is the merchant's last one.
  lastScripts(context) {
    const { deployment, effort } = context;
    if (effort.otherTraffic <= FEW) return [];
    const ofSeveral = () => afterFee(context, [{}, { mTxId: null, ...AUTH_CODE }], 'several');

    return [afterFee(context, [{}]), ...(deployment.several ? [ofSeveral()] : [])];
  },
});

/** Sales right after a fee call, whose transaction the service might assume, and then the sale of that transaction. */
function afterFee(context: RuleContext, bodies: readonly Body[], role?: MerchantRole): Script {
  const { merchant, plain } = senderOf(context, role);
  const mayBeAccepted = 'a sale without an identifier was accepted';
  const accepted = 'an accepted sale: the sales before it named no transaction, and were refused';

  return {
    calls: [
      opened(plain, merchant),
      ...atOnce(bodies.map((body) => sale(body, { merchant, mayBeAccepted }))),
      sale({ sTxId: '{s1}', ...context.traits.saleExtras }, { merchant, expects: { accepted } }),
    ],
  };
}

export const refusesUnknownTransaction = rule({
  id: 'sale/refuses-unknown-transaction',
  section: '2.3',
  title: 'a sale of an unknown transaction is refused',
  tries: 'The mTxId of a refused first call, one in another case, and texts like a real sTxId.',
  fix: 'Refuse a sale whose identifiers name no transaction: do not create one, or return what was sent.',
  lookAlikes: ['unknown-stxid-on-fee=open', 'refusal=2xx-message'],
  dependsOn: [
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/requires-stxid-or-mtxid',
    'identity/distinct-mtxids-are-distinct',
    'identity/mtxid-is-case-sensitive',
  ],
  scripts: (context) => {
    const { baseline } = context;
    const saleBy = (identifiers: SaleIdentifiers, what = 'of no transaction') =>
      refusedSale(identifiers, `${Object.keys(identifiers).join(' and ')} ${what}`, context);
    const refused = { ...baseline, nicn: 'abcdef', mTxId: '{m1}' };

    return [
      [
        opened({ ...baseline, mTxId: '{m1}a' }),
        saleBy({ mTxId: '{m1}A' }, 'of no transaction (one has it in another case)'),
        saleBy({ sTxId: '{u1}' }),
        saleBy({ sTxId: '{l1}' }, 'of a transaction, but for a letter after it'),
        saleBy({ sTxId: '{z1}' }, 'of a transaction, but for a zero before it'),
        saleBy({ sTxId: '{h1}' }, 'that is the first half of one'),
        saleBy({ sTxId: '{m1}a' }, 'that is the mTxId of a transaction'),
      ],
      [saleBy({ sTxId: 'no-such-transaction' })],
      [saleBy({ sTxId: 'no-such-transaction', mTxId: '{m1}' })],
      // A refused first call opens no transaction.
      [fee(refused, { mayBeAccepted: 'a nicn of letters is accepted' }), saleBy({ mTxId: '{m1}' })],
    ].map((calls) => ({ calls }));
  },
});

export const refusesMismatchedIdentifiers = rule({
  id: 'sale/refuses-mismatched-identifiers',
  section: '2.3',
  title: 'a sale by the sTxId of one transaction and the mTxId of another is refused',
  tries: 'Sales by the sTxId of one transaction, or of none, and the mTxId of another.',
  fix: 'Check that both identifiers of a sale name the same transaction. Do not ignore one of them.',
  dependsOn: [
    'sale/accepts-both',
    'sale/refuses-unknown-transaction',
    'identity/distinct-mtxids-are-distinct',
  ],
  scripts: (context) => {
    const [first, second] = ['{m1}', '{m2}'].map((mTxId) => opened({ ...context.baseline, mTxId }));
    const saleBy = (sTxId: string, mTxId: string, owner = 'one') =>
      refusedSale({ sTxId, mTxId }, `the sTxId of ${owner} transaction and the mTxId of another`, context);

    return [
      [first, second, saleBy('{s1}', '{m2}')],
      [first, second, saleBy('{s2}', '{m1}')],
      [first, saleBy('{u1}', '{m1}', 'no')],
    ].map((calls) => ({ calls: calls.filter((call) => call !== undefined) }));
  },
});

type SaleIdentifiers = Readonly<Record<string, string>>;

function refusedSale(identifiers: SaleIdentifiers, what: string, { traits }: RuleContext): ScriptCall {
  const expects = { refused: `a refusal of a sale by ${what}`, edited: Object.keys(identifiers) };

  return sale({ ...identifiers, ...traits.saleExtras }, { expects });
}

export const authcodeIsOptional = rule({
  id: 'sale/authcode-is-optional',
  section: '2.3',
  title: 'a sale is accepted with and without authCode',
  fix: 'Accept sales with authCode and sales without it.',
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
