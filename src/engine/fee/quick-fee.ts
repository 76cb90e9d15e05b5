/** The fee in whole numbers, for all but rare requests: some ten times as fast as decimals, and just as exact. */
import { isShared } from '../sale.ts';
import type { Charge } from './charge.ts';
import { FEE_PLACES, type Linear } from './linear.ts';
import { roundUnits } from './rounding.ts';

/** Decimals of no more than 15 digits are told apart by binary floats, so these cents are the amount's own. */
const MOST_CENTS = 1e15;

/**
 * The fee in US dollars, or nothing where whole numbers below 2⁵³ do not hold it: amounts with parts of a cent, very
 * large ones, shares finer than 10⁻⁸, fixed parts that are shared.
 */
export function quickFee({ sale, terms, limits, rounding }: Charge): number | undefined {
  const cents = Math.round(sale.amount * 100);
  if (cents / 100 !== sale.amount || cents > MOST_CENTS || isShared(sale)) return undefined;

  let least = unitsOf(terms.sum, cents);
  // Not a number is not safe either.
  if (!Number.isSafeInteger(least)) return undefined;
  for (const { atMost, cost } of limits) {
    const ceiling = atMost === undefined ? 0 : unitsOf(atMost, cents);
    const most = cost ? Math.max(ceiling, unitsOf(terms.cost, cents)) : ceiling;
    if (!Number.isSafeInteger(most)) return undefined;
    if (most < least) least = most;
  }

  const places = 10 ** rounding.decimals;
  return roundUnits(least, 10 ** FEE_PLACES / places, rounding) / places;
}

function unitsOf({ units }: Linear, cents: number): number {
  return cents * units.share + units.fixed;
}
