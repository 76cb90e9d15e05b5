/** Objecting to amounts that the document does not bound (section 8). */
import { objecting } from './stations.ts';

/** @param expect what should have come in place of so many US dollars; undefined where they are fine */
export function objectingToAmounts(
  names: readonly ('amount' | 'totalAmount')[],
  expect: (usd: number) => string | undefined,
) {
  return objecting((fields, operation) =>
    names.flatMap((name) => {
      const usd = operation === 'calculateFee' ? fields[name] : undefined;
      const expected = typeof usd === 'number' ? expect(usd) : undefined;

      return expected === undefined
        ? []
        : [{ section: '2.1', pointer: `/${name}`, expected, got: String(usd) }];
    }),
  );
}

/** The nearest whole number of cents, in US dollars; half a cent goes up. By decimals, of which floats know little. */
export function toCents(usd: number): number {
  const [digits, exponent = '0'] = String(usd).split('e');

  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));

  return Number.isSafeInteger(cents) ? Number(`${cents}e-2`) : usd;
}
