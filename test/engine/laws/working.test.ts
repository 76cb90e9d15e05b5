/** The law about rounding fees at half a unit, and just below and above it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MerchantMapping } from './cases.ts';
import { MODES } from './cases.ts';
import { expectedOf, quoting, resultOf, textOf, wrongEquations } from './expected.ts';

test.each(MODES)('a fee near half a unit is rounded %s as its fraction is', (mode) => {
  const units = fc.nat({ max: 100_000 });
  const nearHalf = fc.constantFrom('4999999', '5', '5000001');
  const place = { region: 'AZ', homeCountry: '840' };
  // One amount for each calculation of the engine: in whole numbers and in decimals.
  const amount = fc.constantFrom(1, 1.001);

  fc.assert(
    fc.property(units, nearHalf, fc.nat({ max: 6 }), amount, (units, rest, decimals, amount) => {
      const digits = String(units).padStart(decimals + 1, '0');
      const whole = digits.slice(0, digits.length - decimals);
      const fixed = `${whole}.${digits.slice(digits.length - decimals)}${rest}`;
      const merchant: MerchantMapping = { pricing: { model: 'flat', fixed }, rounding: { mode, decimals } };
      const sale = { amount, nicn: '424242', brand: 'visa', place };
      const quote = quoting(merchant)(sale);
      const fee = textOf(expectedOf(merchant, sale).fee);

      expect(quote.fee.equals(fee), `${fixed} is ${quote.fee.toFixed()}, not ${fee}`).toBe(true);
      expect(quote.transactionFee).toBe(Number(fee));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['100.00 x 0.029 = 2.90, and 0.30 makes 3.20'],
  ['fixed 0.10 + 0.02 + 0.15 = 0.27, 0.30 x 40.00 / 100.00 = 0.12'],
  ['0.10 x 10.00 / 30.00 is about 0.0333'],
  ['1.50 for any amount'],
])('%s is correct', (working) => {
  expect(wrongEquations(working)).toEqual([]);
});

test.each([
  ['100.00 x 0.029 = 2.91, and 0.29 makes 3.20', '100.00 x 0.029 = 2.91'],
  ['100.00 x 0.029 = 2.90, and 0.30 makes 3.21', '= 2.90, and 0.30 makes 3.21'],
  ['100.00 x 0.029 = 2.90, fixed 0.30, together 3.21', '= 2.90, fixed 0.30, together 3.21'],
  ['0.10 + 0.02 - 0.01 = 0.12', '0.10 + 0.02 - 0.01 = 0.12'],
  ['0.10 x 10.00 / 30.00 = 0.0333', '0.10 x 10.00 / 30.00 = 0.0333'],
])('%s is wrong', (working, equation) => {
  expect(wrongEquations(working)).toEqual([equation]);
});

test.each([
  ['100.50 x 0.01 = 1.005, half up 1.01 (binary floats: 1.00)', 1.01],
  ['no fee may be charged, 0', 0],
])('the result of %s is %d', (working, result) => {
  expect(resultOf(working)).toBe(result);
});
