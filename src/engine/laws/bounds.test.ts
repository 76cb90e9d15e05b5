/** How small and how large a fee may be, and how fine. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedOf } from './expected.ts';
import { merchants } from './merchant-cases.ts';
import type { MerchantMapping } from './merchant-mapping.ts';
import { exactly, quoting } from './quoting.ts';
import { compare } from './rational.ts';
import { rounded } from './rounded.ts';
import { sales } from './sale-cases.ts';

/** Those who ask a fee in no country of which a sale is here. */
const homeless = merchants.map(
  (merchant): MerchantMapping => ({
    ...merchant,
    eligibility: { ...merchant.eligibility, countries: ['392'] },
  }),
);

const runs = { numRuns: 1_000 };

describe('every fee', () => {
  test('is a number, and not a negative one', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const { transactionFee, fee } = quoting(merchant)(sale);

        expect(transactionFee).toBeGreaterThanOrEqual(0);
        // JSON would show a minus in front of nothing.
        expect(Object.is(transactionFee, -0)).toBe(false);
        expect(fee.isNegative()).toBe(false);
      }),
      runs,
    );
  });

  test('is no more than the sum, any cap or any limit of a rule, each rounded', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const { fee } = quoting(merchant)(sale);
        const { sum, limits } = expectedOf(merchant, sale);

        for (const bound of [sum, ...limits]) {
          expect(compare(exactly(fee), rounded(bound, merchant.rounding))).toBeLessThanOrEqual(0);
        }
      }),
      runs,
    );
  });

  test('has no more decimals than the merchant rounds to', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const quote = quoting(merchant)(sale);
        const { decimals = 2, mode = 'half-up' } = merchant.rounding ?? {};

        expect(quote.fee.decimalPlaces()).toBeLessThanOrEqual(decimals);
        expect(quote.rounding).toEqual({ decimals, mode });
      }),
      runs,
    );
  });

  test('is 0 and has neither lines nor limits where something stands in its way', () => {
    fc.assert(
      fc.property(homeless, sales, (merchant, sale) => {
        const { obstacles, transactionFee, lines, limits, sum } = quoting(merchant)(sale);

        expect(obstacles).not.toEqual([]);
        expect([transactionFee, sum.toNumber()]).toEqual([0, 0]);
        expect([lines, limits]).toEqual([[], []]);
      }),
      runs,
    );
  });
});
