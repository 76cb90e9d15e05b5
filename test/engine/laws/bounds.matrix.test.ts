/** Laws about the smallest and largest fee, and about its decimals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOf } from '../../support/sampled.ts';
import { expectedOf } from './expected.ts';
import { merchants } from './merchant-cases.ts';
import type { MerchantMapping } from './merchant-mapping.ts';
import { exactly, quoting } from './quoting.ts';
import { compare } from './rational.ts';
import { rounded } from './rounded.ts';
import { sales } from './sale-cases.ts';

/** Merchants that charge a fee only in a country without generated sales. */
const abroad = merchants.map(
  (merchant): MerchantMapping => ({
    ...merchant,
    eligibility: { ...merchant.eligibility, countries: ['392'] },
  }),
);

const runs = { numRuns: runsOf(500) };

describe('every fee', () => {
  test('is a number, 0 or more', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const { transactionFee, fee } = quoting(merchant)(sale);

        expect(transactionFee).toBeGreaterThanOrEqual(0);
        // The line above accepts -0.
        expect(Object.is(transactionFee, -0)).toBe(false);
        expect(fee.isNegative()).toBe(false);
      }),
      runs,
    );
  });

  test('is at most the sum, each cap and each limit of a rule, rounded', () => {
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

  test('has at most the decimals of the merchant', () => {
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

  test('is 0 without lines and limits where the merchant may not charge one', () => {
    fc.assert(
      fc.property(abroad, sales, (merchant, sale) => {
        const { obstacles, transactionFee, lines, limits, sum } = quoting(merchant)(sale);

        expect(obstacles).not.toEqual([]);
        expect([transactionFee, sum.toNumber()]).toEqual([0, 0]);
        expect([lines, limits]).toEqual([[], []]);
      }),
      runs,
    );
  });
});
