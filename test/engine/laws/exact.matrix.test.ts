/** Laws that compare each fee and its explanation with a calculation in fractions. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Charge, exactFee, quickFee } from '../../../src/engine/fee/exact-fee.ts';
import { runsOf } from '../../support/sampled.ts';
import {
  type MerchantMapping,
  MODELS,
  merchantOf,
  merchants,
  merchantsWith,
  pricings,
  type SaleCase,
  sales,
  wholeCents,
} from './cases.ts';
import {
  compare,
  exactly,
  expectedOf,
  isNear,
  quoting,
  type Rational,
  rounded,
  textOf,
  total,
} from './expected.ts';

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

// Laws about the smallest and largest fee, and about its decimals.

/** Merchants that charge a fee only in a country without generated sales. */
const abroad = merchants.map(
  (merchant): MerchantMapping => ({
    ...merchant,
    eligibility: { ...merchant.eligibility, countries: ['392'] },
  }),
);

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

// Laws that compare the two calculations of the engine, in whole numbers and in decimals, with a third.

const quickRuns = { numRuns: runsOf(1_000) };

describe('the calculations in whole numbers and in decimals', () => {
  test('agree on each charge, with each other and with the one in fractions', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const charge = chargeOf(merchant, sale);
        if (charge === undefined) return;

        const fee = Number(textOf(expectedOf(merchant, sale).fee));
        expect(exactFee(charge).toNumber()).toBe(fee);
        expect(quickFee(charge) ?? fee).toBe(fee);
      }),
      quickRuns,
    );
  });

  test('use whole numbers for whole cents and ordinary prices', () => {
    const cents = fc.constantFrom('0', '0.05', '0.30', '0.305', '25.00');
    const percents = fc.constantFrom('0', '0.13', '2.9', '3.125');

    fc.assert(
      fc.property(wholeCents, percents, cents, cents, (amount, percent, fixed, cap) => {
        const pricing = { model: 'percent-plus-fixed' as const, percent, fixed, cap: { fixed: cap } };
        const sale = { amount, nicn: '424242', brand: 'visa', place: { region: 'AZ', homeCountry: '840' } };
        const charge = chargeOf({ pricing }, sale);

        expect(charge && quickFee(charge)).toBe(Number(textOf(expectedOf({ pricing }, sale).fee)));
      }),
      quickRuns,
    );
  });

  test.each([
    ['has parts of a cent', { amount: 0.125 }],
    ['has binary noise', { amount: 0.1 + 0.2 }],
    ['is too large for exact cents', { amount: 1e13 + 0.01 }],
    ['is a part of a total that shares fixed parts', { amount: 1, totalAmount: 3 }],
  ])('use decimals where an amount %s', (_, amounts) => {
    const merchant = {
      pricing: { model: 'flat' as const, fixed: '0.10' },
      multiPay: { fixed: 'shared' as const },
    };
    const place = { region: 'AZ', homeCountry: '840' };
    const charge = chargeOf(merchant, { ...amounts, nicn: '424242', brand: 'visa', place });

    expect(charge && quickFee(charge)).toBeUndefined();
  });
});

/** What the engine calculates a fee from; undefined where no fee may be charged. */
function chargeOf(mapping: MerchantMapping, sale: SaleCase): Charge | undefined {
  const { multiPay, rounding, processors, kindOf, eligibility } = merchantOf(mapping);
  const { amount, totalAmount: total = amount, nicn: prefix, brand, place } = sale;
  const { homeCountry: country, state, region: value } = place;
  const card = { brand, kind: kindOf(prefix), prefix };
  const region = { kind: 'state' as const, country, state, value };
  const whole = { amount, total, card, country, region, multiPay, data: [], asOf: undefined };
  const terms = processors[0]?.price(whole);
  const { rules, chargeable } = expectedOf(mapping, sale);
  if (terms === undefined || typeof terms === 'string' || !chargeable) return undefined;

  const effects = eligibility.rules.filter(({ name }) => rules.includes(name)).map(({ effect }) => effect);
  const limits = effects.flatMap((effect) => (effect.kind === 'limit' ? [effect.limit] : []));
  return { sale: whole, terms, limits: [...(processors[0]?.caps ?? []), ...limits], rounding };
}
