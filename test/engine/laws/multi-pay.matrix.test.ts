/** Laws about several payments of one total (section 2.1), compared with one payment of the whole. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOf } from '../../support/sampled.ts';
import type { MerchantMapping } from './cases.ts';
import { merchants, type SaleCase, sales } from './cases.ts';
import { compare, exactly, isNear, minus, plus, quoting, rational, tenTo, total } from './expected.ts';

const runs = { numRuns: runsOf(500) };

/** In cents, so that the sum of the parts is exact. A total of 0 cannot be shared. */
const parts = fc
  .array(fc.oneof(fc.nat({ max: 1_000_000 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 5 })
  .filter((parts) => parts.some((cents) => cents > 0));

const sharedMerchants = merchants.map(
  (merchant): MerchantMapping => ({
    ...merchant,
    multiPay: { fixed: 'shared', cap: 'shared' },
  }),
);

describe('parts that share all of a price have together', () => {
  test('the sum of the whole', () => {
    fc.assert(
      fc.property(sharedMerchants, sales, parts, (merchant, sale, parts) => {
        const { whole, shared } = quotesOf(merchant, sale, parts);

        expect(isNear(total(shared.map(({ sum }) => exactly(sum))), exactly(whole.sum), 15)).toBe(true);
      }),
      runs,
    );
  });

  test('each limit of the whole', () => {
    fc.assert(
      fc.property(sharedMerchants, sales, parts, (merchant, sale, parts) => {
        const { whole, shared } = quotesOf(merchant, sale, parts);

        for (const [at, { limit }] of whole.limits.entries()) {
          const together = total(shared.map(({ limits }) => exactly(limits[at]?.limit ?? limit)));
          expect(shared.every(({ limits }) => limits.length === whole.limits.length)).toBe(true);
          expect(isNear(together, exactly(limit), 15)).toBe(true);
        }
      }),
      runs,
    );
  });

  test('the fee of the whole, apart from the rounding of each', () => {
    fc.assert(
      fc.property(sharedMerchants, sales, parts, (merchant, sale, parts) => {
        const { whole, shared } = quotesOf(merchant, sale, parts);
        const apart = minus(total(shared.map(({ fee }) => exactly(fee))), exactly(whole.fee));
        const roundings = { over: BigInt(parts.length + 1), under: tenTo(whole.rounding.decimals) };

        expect(compare(apart, roundings)).toBeLessThan(0);
        expect(compare(plus(apart, roundings), rational('0'))).toBeGreaterThan(0);
      }),
      runs,
    );
  });
});

describe('parts that share only the fixed parts of a price', () => {
  test('have together the sum of the whole, and each its own cap in dollars', () => {
    fc.assert(
      fc.property(merchants, sales, parts, (merchant, sale, parts) => {
        const half: MerchantMapping = { ...merchant, multiPay: { fixed: 'shared', cap: 'each' } };
        const { whole, shared } = quotesOf(half, sale, parts);
        const capFixed = merchant.pricing.cap?.fixed;

        expect(isNear(total(shared.map(({ sum }) => exactly(sum))), exactly(whole.sum), 15)).toBe(true);
        if (capFixed === undefined) return;
        for (const { limits, obstacles } of shared) {
          const caps = limits.filter(({ label }) => label === 'cap').map(({ limit }) => exactly(limit));
          expect(obstacles.length > 0 || caps.some((cap) => compare(cap, rational(capFixed)) === 0)).toBe(
            true,
          );
        }
      }),
      runs,
    );
  });
});

describe('parts that share nothing', () => {
  test('have the fees of separate payments', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const { multiPay: _, ...each } = merchant;
        const { totalAmount: __, ...alone } = sale;
        const ask = quoting(each);

        expect(ask(sale).fee.equals(ask(alone).fee)).toBe(true);
        expect(ask(sale).transactionFee).toBe(ask(alone).transactionFee);
      }),
      runs,
    );
  });
});

describe('a third of a total', () => {
  test('has exactly a third of a fixed part', () => {
    const merchant: MerchantMapping = {
      pricing: { model: 'flat', fixed: '0.03' },
      multiPay: { fixed: 'shared' },
      // A truncated quotient would be rounded down to 0.
      rounding: { mode: 'down' },
    };

    fc.assert(
      fc.property(sales, fc.integer({ min: 1, max: 1_000_000 }), (sale, cents) => {
        const part = { ...sale, amount: cents / 100, totalAmount: (3 * cents) / 100 };

        expect(quoting(merchant)(part).fee.toFixed()).toBe('0.01');
      }),
      runs,
    );
  });
});

function quotesOf(merchant: MerchantMapping, sale: SaleCase, parts: readonly number[]) {
  const ask = quoting(merchant);
  const totalAmount = parts.reduce((sum, cents) => sum + cents, 0) / 100;

  return {
    whole: ask({ ...sale, amount: totalAmount, totalAmount }),
    shared: parts.map((cents) => ask({ ...sale, amount: cents / 100, totalAmount })),
  };
}
