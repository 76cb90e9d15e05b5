/** Exact decimal arithmetic; the only file that imports decimal.js. Rounds only infinite quotients. */
import { Decimal } from 'decimal.js';

/** A clone with its own settings. No sum or product here has a thousand digits. */
const Exact = Decimal.clone({ precision: 1000, rounding: Decimal.ROUND_HALF_UP });

/** Decimals of an infinite quotient. */
const QUOTIENT_DECIMALS = 20;

/** An exact amount of US dollars, with any number of decimals. */
export type Usd = Decimal;

/** An exact fraction of an amount: 0.029 is 2.9 %. */
export type Share = Decimal;

export const NOTHING: Usd = new Exact(0);

export const ONE: Share = new Exact(1);

/** Converts a number by its shortest decimal form: 19.99 becomes exactly 19.99. */
export function usd(amount: number): Usd {
  return new Exact(String(amount));
}

/** Whether one amount in US dollars exceeds the other after both are rounded to cents. */
export function isOverByCents(amount: number, other: number): boolean {
  if (!Number.isFinite(amount)) return true;

  return usd(amount).toDecimalPlaces(2).greaterThan(usd(other).toDecimalPlaces(2));
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

/** `amount / whole`, rounded to 20 decimals. */
export function quotient(amount: Usd, whole: Usd): Usd {
  return whole.equals(ONE) ? amount : amount.dividedBy(whole).toDecimalPlaces(QUOTIENT_DECIMALS);
}

/** `amount / whole`, rounded down. Neither is negative. */
export function wholeUnits(amount: Usd, whole: Usd): Usd {
  // Division to a thousand digits is slow, and rarely needed.
  return whole.equals(ONE) ? amount.floor() : amount.dividedToIntegerBy(whole);
}

/** `amount × 10 ** places`. */
export function shifted(amount: Usd, places: number): Usd {
  return amount.times(new Exact(`1e${places}`));
}

export function isOdd(whole: Usd): boolean {
  return whole.toFixed().search(/[13579]$/) >= 0;
}

/** The value in units of `10 ** -places`; `NaN` unless it is an exact integer. */
export function inUnits(value: Usd | Share, places: number): number {
  const units = shifted(value, places);

  return units.isInteger() && units.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER)
    ? units.toNumber()
    : Number.NaN;
}

/** Formats 100 as `100.00`, 0.5985 as `0.5985`. */
export function showUsd(amount: Usd): string {
  return amount.toFixed(Math.max(2, amount.decimalPlaces()));
}

/** Formats 0.029 as `2.9 %`. */
export function showShare(share: Share): string {
  return `${share.times(100).toFixed()} %`;
}
