/** Which amounts cannot be priced: less than nothing, no number at all, and a part that is more than its whole. */
import type { Reason } from './refused.ts';
import type { QuoteRequest } from './request.ts';

const NONE: readonly Reason[] = [];

export function amountReasons({ amount, totalAmount }: QuoteRequest): readonly Reason[] {
  if (isAmount(amount) && (totalAmount === undefined || (isAmount(totalAmount) && amount <= totalAmount)))
    return NONE;

  const whole = totalAmount ?? amount;
  return [
    ...(isAmount(amount) ? [] : [unusable('amount', amount)]),
    ...(isAmount(whole) || totalAmount === undefined ? [] : [unusable('totalAmount', whole)]),
    ...(isAmount(whole) && amount > whole ? [partOverTotal(amount)] : []),
  ];
}

function isAmount(amount: number): boolean {
  return amount >= 0 && Number.isFinite(amount);
}

function unusable(field: 'amount' | 'totalAmount', got: number): Reason {
  return { code: 'negative-amount', field, expected: 'US dollars, 0 or more', got: String(got) };
}

/** Document 2.1: with multi-pay the amount is a part of the total. */
function partOverTotal(amount: number): Reason {
  return {
    code: 'part-over-total',
    field: 'amount',
    expected: 'no more than the totalAmount',
    got: String(amount),
  };
}
