/** Validates amounts: refuses negative and infinite ones, and a part above its total. */
import { isOverByCents } from './money.ts';
import type { Reason } from './refused.ts';
import type { QuoteRequest } from './request.ts';

export function amountReasons({ amount, totalAmount }: QuoteRequest): readonly Reason[] {
  const whole = totalAmount ?? amount;
  return [
    ...(isAmount(amount) ? [] : [unusable('amount', amount)]),
    ...(isAmount(whole) || totalAmount === undefined ? [] : [unusable('totalAmount', whole)]),
    ...(isAmount(whole) && isOver(amount, whole) ? [partOverTotal(amount)] : []),
  ];
}

function isAmount(amount: number): boolean {
  return amount >= 0 && Number.isFinite(amount);
}

/** Compares whole cents: clients that add binary floats send 0.30000000000000004 as a part of 0.3. */
function isOver(amount: number, totalAmount: number): boolean {
  // Avoids decimals, which are slow, in the usual case.
  return amount > totalAmount && isOverByCents(amount, totalAmount);
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
