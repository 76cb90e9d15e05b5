/** The only file that knows decimal.js: exact decimals, and the one place where money is rounded. */
import { Decimal } from 'decimal.js';

/** A clone, so that nobody's settings reach ours. No sum or product here comes near a thousand digits. */
const Exact = Decimal.clone({ precision: 1000, rounding: Decimal.ROUND_HALF_UP });

/** An exact amount of US dollars, cents and less included. */
export type Usd = Decimal;

/** An exact part of an amount: 0.029 stands for 2.9 %. */
export type Share = Decimal;

export const NOTHING: Usd = new Exact(0);

/** The decimal that the shortest text of a JSON number shows: 19.99 is exactly 19.99. */
export function usd(amount: number): Usd {
  return new Exact(String(amount));
}

export function usdFromText(text: string): Usd {
  return new Exact(text);
}

export function shareFromPercent(text: string): Share {
  return new Exact(text).dividedBy(100);
}

export function sumOf(amounts: readonly Usd[]): Usd {
  return amounts.reduce((sum, amount) => sum.plus(amount), NOTHING);
}

/** Half a cent goes up: 1.005 becomes 1.01. */
export function roundToCents(amount: Usd): Usd {
  return amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/** For people: 100 as `100.00`, 0.5985 as `0.5985`. */
export function showUsd(amount: Usd): string {
  return amount.toFixed(Math.max(2, amount.decimalPlaces()));
}

/** For people: 0.029 as `2.9 %`. */
export function showShare(share: Share): string {
  return `${share.times(100).toFixed()} %`;
}
