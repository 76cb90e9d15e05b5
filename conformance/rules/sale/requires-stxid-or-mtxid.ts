/** A sale without an identifier is refused, also right after a fee call. */
import fc from 'fast-check';
import { authCode } from '../../rule/arbitraries/text.ts';
import type { RuleContext } from '../../rule/context.ts';
import { type Body, hasNoneOf, isSale, type MerchantRole } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { opened, senderOf } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';
import { atOnce, type Script, sale } from '../../rule/script.ts';

const AUTH_CODE = { authCode: 'A1B2C3' };

/** Other transactions that a rule opens at the effort `quick`. */
const FEW = 2;

/** An identifier that is null names no transaction. */
const NULLS: readonly Body[] = [{ mTxId: null }, { sTxId: null, ...AUTH_CODE }, { sTxId: null, mTxId: null }];

export const requiresStxidOrMtxid = rule({
  id: 'sale/requires-stxid-or-mtxid',
  section: '2.3, 4.2',
  level: 'must',
  title: 'a sale with neither sTxId nor mTxId is refused',
  tries:
    'Sales without identifiers, with and without authCode, also right after a fee call, whose transaction can be ' +
    'sold afterwards.',
  fix: "Refuse a sale that has neither sTxId nor mTxId. Do not assume the merchant's last transaction.",
  lookAlikes: ['refusal=2xx-message'],
  judge(exchange, history) {
    const { fields, given } = exchange;
    const isWithout =
      fields === undefined
        ? hasNoneOf(['sTxId', 'mTxId'], exchange)
        : (fields['sTxId'] ?? fields['mTxId'] ?? undefined) === undefined;
    if (!isSale(exchange) || !isWithout) return undefined;
    const sold = given === undefined ? undefined : history.bySTxId(given);
    const isNull = fields !== undefined && ('sTxId' in fields || 'mTxId' in fields);
    // A service may take null for an odd identifier, but not for that of another transaction.
    if (isNull && given !== undefined && sold === undefined) return undefined;

    return expectRefusal(exchange, 'a sale without sTxId and mTxId', sold && { related: [sold.opening] });
  },
  scripts: (context) => [afterFee(context, [AUTH_CODE]), afterFee(context, NULLS)],
  // Alone, so that the transaction of the fee call is the merchant's last one.
  lastScripts(context) {
    const { deployment, effort } = context;
    if (effort.otherTraffic <= FEW) return [];

    return [
      afterFee(context, [{}]),
      ...(deployment.several === undefined
        ? []
        : [afterFee(context, [{}, { mTxId: null, ...AUTH_CODE }], 'several')]),
    ];
  },
  randomScripts: (context) =>
    fc.record({ authCode }, { requiredKeys: [] }).map((body) => afterFee(context, [body])),
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
