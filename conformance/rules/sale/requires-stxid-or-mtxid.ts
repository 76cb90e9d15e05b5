/** A sale without an identifier is refused, also right after a fee call. */
import fc from 'fast-check';
import { authCode } from '../../rule/arbitraries/text.ts';
import { assertAccepted, assertAnswered, requireAccepted } from '../../rule/assertions.ts';
import { type Body, type Exchange, hasNoneOf, isSale } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { callsAs, open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  /** Sent one after another. */
  readonly sales: readonly Body[];
  /** Sent right after a fee call, whose transaction the service might assume. */
  readonly afterFee: boolean;
  /** The merchant that sends them; the one with one processor unless given. */
  readonly merchant?: 'several';
}

const AUTH_CODE = { authCode: 'A1B2C3' };

/** Other transactions that a rule opens at the effort `quick`. */
const FEW = 2;

/** An identifier that is null names no transaction. */
const NULLS: readonly Body[] = [{ mTxId: null }, { sTxId: null, ...AUTH_CODE }, { sTxId: null, mTxId: null }];

export const requiresStxidOrMtxid = rule<Case>({
  id: 'sale/requires-stxid-or-mtxid',
  section: '2.3, 4.2',
  level: 'must',
  title: 'a sale with neither sTxId nor mTxId is refused',
  tries:
    'Sales without identifiers, with and without authCode, also right after a fee call, whose transaction can be ' +
    'sold afterwards.',
  fix: "Refuse a sale that has neither sTxId nor mTxId. Do not assume the merchant's last transaction.",
  lookAlikes: ['refusal=2xx-message'],
  observe(exchange, history) {
    const { fields } = exchange;
    if (isSale(exchange) && hasNoneOf(['sTxId', 'mTxId'], exchange))
      return expectRefusal(exchange, 'a sale without sTxId and mTxId');
    const lacksBoth = fields !== undefined && (fields['sTxId'] ?? fields['mTxId'] ?? undefined) === undefined;

    if (!isSale(exchange) || !lacksBoth) return undefined;
    // A service may take null for an odd identifier, but not for that of another transaction.
    const sold = 'sTxId' in fields || 'mTxId' in fields ? exchange.given : undefined;
    const isMistaken = sold === undefined || history.bySTxId(sold) !== undefined;

    return isMistaken ? expectRefusal(exchange, 'a sale without sTxId and mTxId') : undefined;
  },
  probes: () => [
    { sales: [AUTH_CODE], afterFee: true },
    { sales: NULLS, afterFee: true },
  ],
  // Alone, so that the transaction of the fee call is the merchant's last one.
  lastCases({ deployment: { several }, effort }) {
    if (effort.otherTraffic <= FEW) return [];

    return [
      { sales: [{}], afterFee: true },
      ...(several === undefined
        ? []
        : [{ sales: [{}, { mTxId: null, ...AUTH_CODE }], afterFee: true, merchant: 'several' } as const]),
    ];
  },
  cases: () =>
    fc.record({
      sales: fc.record({ authCode }, { requiredKeys: [] }).map((body) => [body]),
      afterFee: fc.boolean(),
    }),
  shrink: ({ sales, ...others }) => {
    if (sales.length > 1) return sales.map((body) => ({ ...others, sales: [body] }));

    return sales.some((body) => Object.keys(body).length > 0) ? [{ ...others, sales: [{}] }] : [];
  },

  async run({ sales, afterFee, merchant }, conversation, context) {
    const { baseline, traits } = context;
    const { fee, sale } = callsAs(merchant, conversation, context);
    const opened = afterFee ? await open({ fee }, baseline) : undefined;
    // The observer judges what they are answered with.
    const sent: Exchange[] = [];
    for (const body of sales) sent.push(await sale(body));
    for (const exchange of sent) assertAnswered(exchange);
    const sell = async (sTxId: string) => sale({ sTxId, ...traits.saleExtras });
    const sold = await sell(opened ?? (await open({ fee }, baseline)));
    if (opened !== undefined && [...sent, sold].every(isRefused)) {
      requireAccepted(await sell(await open({ fee }, baseline)), 'sale/accepts-stxid');
      assertAccepted(sold, 'an accepted sale: the sales before it named no transaction, and were refused');
    }
    requireAccepted(sold, 'sale/accepts-stxid');
  },
});

function isRefused({ outcome }: Exchange): boolean {
  return outcome.kind === 'refused';
}
