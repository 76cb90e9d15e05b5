/** A transaction as it is shown: what was asked, what it costs, and why. */
import { type Explanation, explain, parseDay } from '../../engine/index.ts';
import type { Transaction } from '../../ledger/ledger.ts';
import { maskValue } from '../../text/mask.ts';
import type { Context } from '../handler.ts';

/** The masked fields of a transaction, without the working. */
export function summarise(merchant: string, transaction: Transaction) {
  const { sTxId, mTxId, request, fee, asOf, sale } = transaction;

  return {
    merchant,
    sTxId,
    ...(mTxId === undefined ? {} : { mTxId: maskValue(mTxId, 'mTxId') }),
    transactionFee: fee,
    ...(asOf === undefined ? {} : { asOf }),
    request: maskValue(request),
    ...(sale === undefined ? {} : { sale: maskValue(sale) }),
  };
}

type Described = ReturnType<typeof summarise> & {
  /** The working of the fee, its card masked. */
  readonly explanation?: Omit<Explanation, 'card'> & { readonly card: unknown };
  /** Why the working is missing, or not that of the fee. */
  readonly unexplained?: string;
};

/** With every line of the fee, worked out anew by the merchant of now for the day of the sale. */
export function describe({ merchant, engine }: Context, transaction: Transaction): Described {
  const { request, fee, asOf } = transaction;
  const quote = engine.quote(request, asOf === undefined ? undefined : parseDay(asOf));
  const summary = summarise(merchant.name, transaction);
  if (quote.kind === 'refused') {
    const reasons = quote.reasons.map(({ field, expected }) => `${field}: expected ${expected}`);

    return { ...summary, unexplained: `it would be refused now: ${reasons.join('; ')}` };
  }
  const explained = explain(quote);
  const explanation = { ...explained, card: maskValue(explained.card) };
  if (quote.transactionFee === fee) return { ...summary, explanation };

  return {
    ...summary,
    explanation,
    unexplained: `the fee was ${fee} and would be ${quote.transactionFee} now: the merchant has changed, or a defect was asked for`,
  };
}
