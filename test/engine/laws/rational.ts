/** Fractions of whole numbers, independent of the engine's arithmetic. */

/** `over / under`, where `under` is above 0. Not reduced, so equal values may have different members. */
export interface Rational {
  readonly over: bigint;
  readonly under: bigint;
}

export const ZERO: Rational = { over: 0n, under: 1n };
export const ONE: Rational = { over: 1n, under: 1n };

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/;

/** The exact value of a decimal text such as `19.99` or `5e-324`. */
export function rational(text: string): Rational {
  const [, sign = '', whole = '', part = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const places = part.length - Number(exponent);
  const digits = BigInt(sign + whole + part);

  return places < 0 ? { over: digits * tenTo(-places), under: 1n } : { over: digits, under: tenTo(places) };
}

/** The value that JSON shows: 19.99 is exactly 19.99. */
export function rationalOf(number: number): Rational {
  return rational(String(number));
}

/** 2.9 stands for 0.029. */
export function percentage(text: string): Rational {
  const { over, under } = rational(text);
  return { over, under: under * 100n };
}

export function plus(one: Rational, other: Rational): Rational {
  if (one.under === other.under) return { over: one.over + other.over, under: one.under };
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}

export function minus(one: Rational, other: Rational): Rational {
  return plus(one, { over: -other.over, under: other.under });
}

export function times(one: Rational, other: Rational): Rational {
  return { over: one.over * other.over, under: one.under * other.under };
}

/** @param other above 0 */
export function dividedBy(one: Rational, other: Rational): Rational {
  return { over: one.over * other.under, under: one.under * other.over };
}

export function total(values: readonly Rational[]): Rational {
  return values.reduce(plus, ZERO);
}

/** Negative, 0 or positive, as `one` is less than, equal to or more than `other`. */
export function compare(one: Rational, other: Rational): number {
  const difference = one.over * other.under - other.over * one.under;
  return difference < 0n ? -1 : Number(difference > 0n);
}

export function least(first: Rational, ...others: readonly Rational[]): Rational {
  return others.reduce((least, other) => (compare(other, least) < 0 ? other : least), first);
}

export function most(first: Rational, ...others: readonly Rational[]): Rational {
  return others.reduce((most, other) => (compare(other, most) > 0 ? other : most), first);
}

/** Whether two values are less than `10 ** -places` apart. */
export function isNear(one: Rational, other: Rational, places: number): boolean {
  const { over, under } = minus(one, other);
  return (over < 0n ? -over : over) * tenTo(places) < under;
}

export function tenTo(places: number): bigint {
  return 10n ** BigInt(places);
}
