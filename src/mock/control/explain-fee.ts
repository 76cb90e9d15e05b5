/** Explains a fee line by line: calculates it again, with the current merchant for the day of the call. */
import { type Day, type Explanation, explain, type QuoteRequest } from '../../engine/index.ts';
import { maskText, maskValue } from '../../text/mask.ts';
import type { HandlerContext } from '../request.ts';

export interface ExplainedFee {
  /** The calculation of the fee, with a masked card. */
  readonly explanation?: Omit<Explanation, 'card'> & { readonly card: unknown };
  /** Why the explanation is missing, or differs from the fee. */
  readonly unexplained?: string;
}

/** @param fee in US dollars, as it was answered */
export function explainFee(
  { engine }: Pick<HandlerContext, 'engine'>,
  {
    request,
    fee,
    day,
  }: { readonly request: QuoteRequest; readonly fee: number; readonly day: Day | undefined },
): ExplainedFee {
  const quote = engine.quote(request, day);
  if (quote.kind === 'refused') {
    const reasons = quote.reasons.map(({ field, expected }) => `${field}: expected ${expected}`);

    return { unexplained: `the current merchant would refuse it: ${reasons.join('; ')}` };
  }
  const explained = explain(quote);
  const { card, amount, totalAmount, lines, limits } = explained;
  // The notes repeat the amount, which may be a card number in the wrong field.
  const masked = <One extends { readonly note: string }>(one: One) => ({ ...one, note: maskText(one.note) });
  const explanation = {
    ...explained,
    card: maskValue(card),
    amount: maskText(amount),
    ...(totalAmount === undefined ? {} : { totalAmount: maskText(totalAmount) }),
    lines: lines.map(masked),
    limits: limits.map(masked),
  };
  if (quote.transactionFee === fee) return { explanation };

  return {
    explanation,
    unexplained: `the fee was ${fee}, the current merchant's is ${quote.transactionFee}: the merchant has changed, or a fault, choice or defect is on`,
  };
}
