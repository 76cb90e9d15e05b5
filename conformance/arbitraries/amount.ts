/** Amounts in US dollars, made as cents so that the digits sent are the digits meant. */
import fc from 'fast-check';

export function amount({ min, max }: { readonly min: number; readonly max: number }): fc.Arbitrary<number> {
  return fc
    .integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) })
    .map((cents) => cents / 100, toCents);
}

function toCents(dollars: unknown): number {
  const cents = typeof dollars === 'number' ? Math.round(dollars * 100) : Number.NaN;
  if (cents / 100 !== dollars) throw new Error('not a whole number of cents');

  return cents;
}
