/** Laws that compare two quotes: other amounts, rules or calls before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/engine/index.ts';
import { runsOf } from '../../support/sampled.ts';
import {
  amounts,
  type MerchantMapping,
  MODELS,
  merchants,
  merchantsWith,
  pricings,
  type RuleMapping,
  rules,
  type SaleCase,
  sales,
} from './cases.ts';
import { type Ask, quoting } from './expected.ts';

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
