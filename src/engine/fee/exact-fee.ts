/** Calculates the fee and its explanation in exact decimals. */
import { quotient, showUsd, type Usd, usd } from '../money.ts';
import type { Linear, Terms } from '../pricing/terms.ts';
import { divisorOf, isShared, type PricedSale, type Sharing } from '../sale.ts';
import type { Limit } from './limit.ts';
import { type Rounding, roundQuotient } from './rounding.ts';

/** The input of the calculation. */
export interface Charge {
  readonly sale: PricedSale;
  readonly terms: Terms;
  readonly limits: readonly Limit[];
  readonly rounding: Rounding;
}

/** Exact amounts in US dollars; shared parts are rounded to 20 decimals. */
export interface Figures {
  /** The sum of the lines: the fee before limits and rounding. */
  readonly sum: Usd;
  readonly limits: readonly LimitFigure[];
}

export interface LimitFigure {
  readonly label: string;
  readonly note: string;
  /** In US dollars, not rounded. */
  readonly limit: Usd;
  /** Whether this limit determined the fee: the first of the smallest ones, if below the sum. */
  readonly applied: boolean;
}

export function exactFee(charge: Charge): Usd {
  const { sum, bounds } = numeratorsOf(charge);
  const least = bounds.reduce((least, bound) => (bound.lessThan(least) ? bound : least), sum);

  return roundQuotient(least, divisorOf(charge.sale), charge.rounding);
}

export function figuresOf(charge: Charge): Figures {
  const { sum, bounds } = numeratorsOf(charge);
  const divisor = divisorOf(charge.sale);
  const least = bounds.reduce((least, bound) => (bound.lessThan(least) ? bound : least), sum);
  const deciding = least.lessThan(sum) ? bounds.findIndex((bound) => bound.equals(least)) : -1;

  return {
    sum: quotient(sum, divisor),
    limits: charge.limits.map((limit, at) => ({
      label: limit.label,
      note: noteOf(limit, charge),
      limit: quotient(bounds[at] ?? sum, divisor),
      applied: at === deciding,
    })),
  };
}

/** The note of a limit, with the figures of this sale. */
function noteOf({ note, atMost, cost }: Limit, charge: Charge): string {
  const { sale, terms } = charge;
  if (cost) {
    const costs = quotient(numerator(charge, terms.cost, sale.multiPay.fixed), divisorOf(sale));
    return `${note} (${showUsd(costs)})`;
  }
  if (!isShared(sale) || sale.multiPay.cap === 'each' || atMost?.fixed.isZero() !== false) return note;

  return `${note} × ${showUsd(usd(sale.amount))} / ${showUsd(usd(sale.total))}`;
}

/** All figures, multiplied by the divisor: without quotients the comparison is exact. */
function numeratorsOf(charge: Charge): { readonly sum: Usd; readonly bounds: readonly Usd[] } {
  const { fixed } = charge.sale.multiPay;

  return {
    sum: numerator(charge, charge.terms.sum, fixed),
    bounds: charge.limits.map((limit) => boundOf(charge, limit)),
  };
}

function boundOf(charge: Charge, { atMost, cost }: Limit): Usd {
  const { fixed, cap } = charge.sale.multiPay;
  const bounds = [
    ...(atMost === undefined ? [] : [numerator(charge, atMost, cap)]),
    ...(cost ? [numerator(charge, charge.terms.cost, fixed)] : []),
  ];

  return bounds.reduce((most, bound) => (bound.greaterThan(most) ? bound : most));
}

function numerator({ sale }: Charge, { share, fixed }: Linear, sharing: Sharing): Usd {
  const amount = usd(sale.amount);
  if (!isShared(sale)) return amount.times(share).plus(fixed);

  const total = usd(sale.total);
  return amount
    .times(share)
    .times(total)
    .plus(fixed.times(sharing === 'shared' ? amount : total));
}
