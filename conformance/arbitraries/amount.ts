/** Amounts in US dollars, made as cents so that the digits sent are the digits meant. */
import fc from 'fast-check';

/** US dollars: larger than any ordinary order, and far from where binary floats lose cents. */
const LARGEST = 1_000_000;

export function amount({ min, max }: { readonly min: number; readonly max: number }): fc.Arbitrary<number> {
  const least = Math.max(1, Math.ceil(hundredfold(min)));
  const most = Math.max(least, Math.floor(hundredfold(Math.min(max, LARGEST))));

  return fc.integer({ min: least, max: most }).map((cents) => cents / 100, toCents);
}

/** Without the noise of binary floats, by which 1.1 is a little more than 110 cents. */
function hundredfold(dollars: number): number {
  return Number((dollars * 100).toFixed(6));
}

function toCents(dollars: unknown): number {
  const cents = typeof dollars === 'number' ? Math.round(dollars * 100) : Number.NaN;
  if (cents / 100 !== dollars) throw new Error('not a whole number of cents');

  return cents;
}
