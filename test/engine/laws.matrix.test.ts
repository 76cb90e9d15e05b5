/** Laws of fees: each compared with a calculation in fractions, and with another quote. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Charge, exactFee, quickFee } from '../../src/engine/fee/exact-fee.ts';
import { explain } from '../../src/engine/index.ts';
import { runsOf } from '../support/sampled.ts';
import {
  type MerchantMapping,
  MODELS,
  MODES,
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
  resultOf,
  textOf,
  total,
  wrongEquations,
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

// Laws that compare two quotes, with calls before or by another name.

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
    { numRuns: 300 },
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
