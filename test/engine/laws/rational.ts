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

// Checks the working of an example: each of its equations, exactly.

const NUMBER = '[0-9]+(?:\\.[0-9]+)?';
const EQUATION = new RegExp(`(${NUMBER}(?: [x/+-] ${NUMBER})+) = (${NUMBER})`, 'g');
/** `100.00 x 0.029 = 2.90, and 0.30 makes 3.20`, and the same with `fixed 0.30, together 3.20`. */
const ADDED = new RegExp(`= (${NUMBER}), (?:and|fixed) (${NUMBER})(?: makes|, together) (${NUMBER})`, 'g');

const OPERATIONS: Readonly<Record<string, (one: Rational, other: Rational) => Rational>> = {
  x: times,
  '/': dividedBy,
  '+': plus,
  '-': minus,
};

/** The equations that do not hold, as they are written. */
export function wrongEquations(working: string): readonly string[] {
  const equations = [...working.matchAll(EQUATION)].map(([text, left = '', right = '']) => ({
    text,
    holds: compare(evaluate(left), rational(right)) === 0,
  }));
  const additions = [...working.matchAll(ADDED)].map(([text, one = '', other = '', sum = '']) => ({
    text,
    holds: compare(plus(rational(one), rational(other)), rational(sum)) === 0,
  }));

  return [...equations, ...additions].filter(({ holds }) => !holds).map(({ text }) => text);
}

/** The result of a working: its last number outside brackets. */
export function resultOf(working: string): number {
  const numbers = working.replace(/\([^)]*\)/g, '').match(new RegExp(NUMBER, 'g')) ?? [];
  return Number(numbers.at(-1));
}

/** Calculates from left to right: no working has a product in a sum. */
function evaluate(left: string): Rational {
  const [first = '', ...rest] = left.split(' ');
  let value = rational(first);
  for (let at = 0; at < rest.length; at += 2) {
    const operation = OPERATIONS[rest[at] ?? ''];
    if (operation !== undefined) value = operation(value, rational(rest[at + 1] ?? ''));
  }
  return value;
}
