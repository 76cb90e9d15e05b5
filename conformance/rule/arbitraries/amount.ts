/** Amounts in US dollars, generated as cents so that the digits sent are the digits meant. */
import fc from 'fast-check';

export interface AmountBounds {
  readonly min: number;
  readonly max: number;
}

/** US dollars: above ordinary orders and far below amounts at which binary floats lose cents. */
const LARGEST = 1_000_000;

export function amount(dollars: AmountBounds): fc.Arbitrary<number> {
  return fc.integer(toCentBounds(dollars)).map((cents) => cents / 100, toCents);
}

/** The bounds in cents; the lower one is at least one cent. */
export function toCentBounds({ min, max }: AmountBounds): AmountBounds {
  const least = Math.max(1, Math.ceil(hundredfold(min)));

  return { min: least, max: Math.max(least, Math.floor(hundredfold(Math.min(max, LARGEST)))) };
}

/** In binary floats, 1.1 times 100 is a little more than 110. */
function hundredfold(dollars: number): number {
  return Number((dollars * 100).toFixed(6));
}

/** The inverse for fast-check. @throws Error where the value is not a whole number of cents */
function toCents(dollars: unknown): number {
  const cents = typeof dollars === 'number' ? Math.round(dollars * 100) : Number.NaN;
  if (cents / 100 !== dollars) throw new Error('not a whole number of cents');

  return cents;
}

/** Whether an amount in US dollars has two decimals at most, as it is written. */
export function hasWholeCents(usd: number): boolean {
  return Number(usd.toFixed(2)) === usd;
}
