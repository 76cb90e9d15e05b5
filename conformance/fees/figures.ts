/** A fee from the figures of its quote, so that it can be worked out with one of them otherwise. */

import { roundQuotient } from '../../src/engine/fee/rounding.ts';
import type { LimitFigure, Quoted, Rounding, Usd } from '../../src/engine/index.ts';
import { ONE } from '../../src/engine/money.ts';

export interface Figures {
  /** Before limits and rounding. */
  readonly sum: Usd;
  readonly limits: readonly Pick<LimitFigure, 'limit'>[];
  readonly rounding: Rounding;
}

/** In US dollars: the smaller of sum and limits, rounded once. */
export function feeFrom(figures: Figures): number {
  return rounded(beforeRounding(figures), figures.rounding).toNumber();
}

/** What is rounded to give the fee, in US dollars. */
export function beforeRounding({ sum, limits }: Pick<Figures, 'sum' | 'limits'>): Usd {
  return limits.reduce((least, { limit }) => (limit.lessThan(least) ? limit : least), sum);
}

export function rounded(amount: Usd, rounding: Rounding): Usd {
  // A part taken away can leave less than nothing, which no fee is.
  return amount.isNegative() ? amount : roundQuotient(amount, ONE, rounding);
}

/** For people: 100 as `100.00`, 0.5985 as `0.5985`. */
export function dollars(amount: Usd): string {
  return amount.toFixed(Math.max(2, amount.decimalPlaces()));
}

/** For people: what the prices make of the request before limits and rounding. */
export function showLines({ lines, obstacles, limits }: Quoted): string {
  if (obstacles.length > 0) return `no fee may be asked: ${obstacles.join('; ')}`;
  const parts = lines.map(({ label, amount }) => `${label} ${dollars(amount)}`).join(' + ');
  const limit = limits.find(({ applied }) => applied);

  return `${parts === '' ? 'nothing' : parts}${limit === undefined ? '' : `, at most ${limit.label} ${dollars(limit.limit)}`}`;
}
