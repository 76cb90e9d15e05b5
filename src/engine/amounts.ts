/** Which amounts cannot be priced: less than nothing, and a part that is more than its whole. */
import type { Reason } from './refused.ts';
import type { QuoteRequest } from './request.ts';

const NONE: readonly Reason[] = [];

export function amountReasons({ amount, totalAmount }: QuoteRequest): readonly Reason[] {
  if (amount >= 0 && (totalAmount === undefined || amount <= totalAmount)) return NONE;

  const whole = totalAmount ?? amount;
  return [
    ...(amount < 0 ? [negative('amount', amount)] : []),
    ...(whole < 0 && totalAmount !== undefined ? [negative('totalAmount', whole)] : []),
    ...(whole >= 0 && amount > whole ? [partOverTotal(amount, whole)] : []),
  ];
}

function negative(field: 'amount' | 'totalAmount', got: number): Reason {
  return { code: 'negative-amount', field, expected: 'US dollars, 0 or more', got: String(got) };
}

/** Document 2.1: with multi-pay the amount is a part of the total. */
function partOverTotal(amount: number, totalAmount: number): Reason {
  return {
    code: 'part-over-total',
    field: 'amount',
    expected: `no more than the totalAmount of ${totalAmount}`,
    got: String(amount),
  };
}
