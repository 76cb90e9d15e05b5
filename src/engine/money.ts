/** The only file that knows decimal.js: exact decimals. Nothing is rounded here but the endless quotient of a part. */
import { Decimal } from 'decimal.js';

/** A clone, so that nobody's settings reach ours. No sum or product here comes near a thousand digits. */
const Exact = Decimal.clone({ precision: 1000, rounding: Decimal.ROUND_HALF_UP });

/** How many decimals of a quotient are kept where it need not end. */
const QUOTIENT_DECIMALS = 20;

/** An exact amount of US dollars, cents and less included. */
export type Usd = Decimal;

/** An exact part of an amount: 0.029 stands for 2.9 %. */
export type Share = Decimal;

/** The powers of ten that rounding asks for again and again. */
const POWERS: ReadonlyMap<number, Decimal> = new Map(
  [2, -2].map((places) => [places, new Exact(`1e${places}`)]),
);

export const NOTHING: Usd = new Exact(0);

export const ONE: Share = new Exact(1);

/** The decimal that the shortest text of a JSON number shows: 19.99 is exactly 19.99. */
export function usd(amount: number): Usd {
  return new Exact(String(amount));
}

/** Whether one amount, in US dollars, is more than the other once both are rounded to cents. */
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

/** `amount / whole`, exact where it ends within 20 decimals, and otherwise rounded to them. */
export function quotient(amount: Usd, whole: Usd): Usd {
  return whole.equals(ONE) ? amount : amount.dividedBy(whole).toDecimalPlaces(QUOTIENT_DECIMALS);
}

/** How many times `whole` is contained in `amount`, which is not negative. */
export function wholeUnits(amount: Usd, whole: Usd): Usd {
  // Division to a thousand digits is slow, and nearly nothing is divided.
  return whole.equals(ONE) ? amount.floor() : amount.dividedToIntegerBy(whole);
}

/** `amount × 10 ** places`. */
export function shifted(amount: Usd, places: number): Usd {
  const power = POWERS.get(places);

  return amount.times(power ?? new Exact(`1e${places}`));
}

export function isOdd(whole: Usd): boolean {
  return whole.toFixed().search(/[13579]$/) >= 0;
}

/** How many whole units of `10 ** -places` there are: a whole number, or `NaN` where that is not exact. */
export function inUnits(value: Usd | Share, places: number): number {
  const units = shifted(value, places);

  return units.isInteger() && units.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER)
    ? units.toNumber()
    : Number.NaN;
}

/** For people: 100 as `100.00`, 0.5985 as `0.5985`. */
export function showUsd(amount: Usd): string {
  return amount.toFixed(Math.max(2, amount.decimalPlaces()));
}

/** For people: 0.029 as `2.9 %`. */
export function showShare(share: Share): string {
  return `${share.times(100).toFixed()} %`;
}
