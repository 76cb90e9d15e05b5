/** Laws that compare each fee and its explanation with a calculation in fractions. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOf } from '../../support/sampled.ts';
import { expectedOf } from './expected.ts';
import { merchants, merchantsWith } from './merchant-cases.ts';
import type { MerchantMapping } from './merchant-mapping.ts';
import { MODELS, pricings } from './pricing-cases.ts';
import { exactly, quoting } from './quoting.ts';
import { compare, isNear, type Rational, total } from './rational.ts';
import { textOf } from './rounded.ts';
import { sales } from './sale-cases.ts';

const runs = { numRuns: runsOf(500) };

describe.each(MODELS)('a fee with %s', (model) => {
  test('equals the fee in fractions, as a decimal and as a number', () => {
    fc.assert(
      fc.property(merchantsWith(pricings[model]), sales, (merchant, sale) => {
        const quote = quoting(merchant)(sale);
        const fee = textOf(expectedOf(merchant, sale).fee);

        expect(quote.fee.equals(fee), `${quote.fee.toFixed()} is ${fee}`).toBe(true);
        expect(quote.transactionFee).toBe(Math.min(Number(fee), Number.MAX_VALUE));
        expect(quote.processor.model).toBe(model);
      }),
      runs,
    );
  });
});

describe('the explanation of a fee', () => {
  test('has the sum, the limits, the rules in force and whether a fee may be charged', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const quote = quoting(merchant)(sale);
        const expected = expectedOf(merchant, sale);

        expect(quote.rules.map(({ name }) => name)).toEqual(expected.rules);
        expect(quote.obstacles.length === 0).toBe(expected.chargeable);
        expect(quote.card.brand).toBe(sale.brand);
        expect(isSame(merchant, exactly(quote.sum), expected.sum)).toBe(true);
        expect(quote.limits).toHaveLength(expected.limits.length);
        for (const [at, { limit }] of quote.limits.entries()) {
          expect(isSame(merchant, exactly(limit), expected.limits[at]!)).toBe(true);
        }
      }),
      runs,
    );
  });

  test('has lines that add up to the sum', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const { lines, sum } = quoting(merchant)(sale);

        expect(isSame(merchant, total(lines.map(({ amount }) => exactly(amount))), exactly(sum))).toBe(true);
      }),
      runs,
    );
  });

  test('marks at most one limit as applied: the smallest, and no more than the sum', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const { limits, sum } = quoting(merchant)(sale);
        const applied = limits.filter((limit) => limit.applied);

        expect(applied.length).toBeLessThanOrEqual(1);
        for (const { limit } of limits) {
          expect(limit.greaterThanOrEqualTo(applied[0]?.limit ?? sum)).toBe(true);
        }
        for (const { limit } of applied) expect(limit.lessThanOrEqualTo(sum)).toBe(true);
      }),
      runs,
    );
  });
});

/** Exactly; to 18 decimals where a part is shared, since a quotient may have infinitely many. */
function isSame({ multiPay }: MerchantMapping, one: Rational, other: Rational): boolean {
  const isShared = multiPay?.fixed === 'shared' || multiPay?.cap === 'shared';
  return isShared ? isNear(one, other, 18) : compare(one, other) === 0;
}
