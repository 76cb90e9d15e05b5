/** Laws that compare two quotes: other amounts, rules or calls before. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/engine/index.ts';
import { runsOf } from '../../support/sampled.ts';
import {
  amounts,
  type MerchantMapping,
  MODELS,
  MODES,
  merchants,
  merchantsWith,
  pricings,
  type RuleMapping,
  rules,
  type SaleCase,
  sales,
} from './cases.ts';
import {
  type Ask,
  compare,
  exactly,
  expectedOf,
  isNear,
  minus,
  plus,
  quoting,
  rational,
  resultOf,
  tenTo,
  textOf,
  total,
  wrongEquations,
} from './expected.ts';

/** The models that price every amount alike. */
const UNBANDED = MODELS.filter((model) => model !== 'bands');

const runs = { numRuns: runsOf(500) };

describe('a larger amount', () => {
  test.each(UNBANDED)('has no smaller fee with %s', (model) => {
    fc.assert(
      fc.property(merchantsWith(pricings[model]), sales, amounts, amounts, (merchant, sale, one, other) => {
        expectMoreForMore(quoting(merchant), sale, one, other);
      }),
      runs,
    );
  });

  test('has no smaller fee with bands, within one band', () => {
    const within = fc.integer({ min: 1, max: 100_000 });
    const banded = merchantsWith(pricings.bands);

    fc.assert(
      fc.property(banded, sales, fc.nat(), within, within, (merchant, sale, which, one, other) => {
        const [above, upTo] = bandOf(merchant, which);
        const inBand = (cents: number) => Math.min(above + cents, upTo) / 100;

        expectMoreForMore(quoting(merchant), sale, inBand(one), inBand(other));
      }),
      runs,
    );
  });

  test('has no smaller fee as a larger part of one total', () => {
    fc.assert(
      fc.property(
        merchantsWith(fc.oneof(...UNBANDED.map((model) => pricings[model]))),
        sales,
        amounts,
        amounts,
        (merchant, sale, one, other) => {
          const totalAmount = Math.max(one, other, sale.totalAmount ?? 0);
          const ask = quoting(merchant);

          expectMoreForMore((part) => ask({ ...part, totalAmount }), sale, one, other);
        },
      ),
      runs,
    );
  });
});

describe('rules', () => {
  test('never increase a fee', () => {
    fc.assert(
      fc.property(merchants, rules, fc.nat(), sales, (merchant, rules, without, sale) => {
        const fewer = rules.filter((_, at) => at !== without % rules.length);
        const feeBy = (rules: readonly RuleMapping[]) => quoting(withRules(merchant, rules))(sale).fee;

        expect(feeBy(rules).lessThanOrEqualTo(feeBy(fewer))).toBe(true);
      }),
      runs,
    );
  });

  test('give the same fee in any order', () => {
    fc.assert(
      fc.property(merchants, rules, sales, (merchant, rules, sale) => {
        const feeBy = (rules: readonly RuleMapping[]) => quoting(withRules(merchant, rules))(sale).fee;

        expect(feeBy([...rules].reverse()).equals(feeBy(rules))).toBe(true);
      }),
      runs,
    );
  });
});

describe('equal requests', () => {
  test('have equal quotes, independent of earlier requests', () => {
    fc.assert(
      fc.property(merchants, sales, sales, (merchant, sale, another) => {
        const ask = quoting(merchant);
        const alone = explain(quoting(merchant)(sale));

        for (const before of [another, sale, another]) {
          ask(before);
          expect(explain(ask({ ...sale }))).toEqual(alone);
        }
      }),
      runs,
    );
  });

  test('have equal quotes by MID and by name', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const ask = quoting(merchant);

        expect(explain(ask(sale, '700100'))).toEqual(explain(ask(sale, 'alpha')));
      }),
      runs,
    );
  });
});

function expectMoreForMore(ask: Ask, sale: SaleCase, one: number, other: number): void {
  const { totalAmount: _, ...alone } = sale;
  const feeOf = (amount: number) => ask({ ...alone, amount }).fee;

  expect(feeOf(Math.min(one, other)).lessThanOrEqualTo(feeOf(Math.max(one, other)))).toBe(true);
}

/** The limits of one of the bands, in cents. */
function bandOf({ pricing }: MerchantMapping, which: number): readonly [above: number, upTo: number] {
  const ends = pricing.model === 'bands' ? pricing.bands.map(({ upTo }) => upTo) : [];
  const cents = ends.map((end) => (end === undefined ? 10_000_000 : Math.round(Number(end) * 100)));
  const at = which % cents.length;

  return [cents[at - 1] ?? -1, cents[at] ?? 0];
}

function withRules(merchant: MerchantMapping, rules: readonly RuleMapping[]): MerchantMapping {
  const { rules: _, ...eligibility } = merchant.eligibility ?? {};
  return { ...merchant, eligibility: { ...eligibility, ...(rules.length > 0 ? { rules } : {}) } };
}

// Laws about several payments of one total (section 2.1), compared with one payment of the whole.

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

// The law about rounding fees at half a unit, and just below and above it.

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
