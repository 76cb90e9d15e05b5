/** The law about rounding fees at half a unit, and just below and above it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedOf } from './expected.ts';
import type { MerchantMapping } from './merchant-mapping.ts';
import { quoting } from './quoting.ts';
import { MODES, textOf } from './rounded.ts';

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
