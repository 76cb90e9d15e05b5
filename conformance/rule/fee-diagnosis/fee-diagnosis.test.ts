import { describe, expect, test } from 'vitest';
import { createFeeEngine, parseMerchants, type QuoteRequest } from '../../../src/engine/index.ts';
import { DEPLOYMENT_DEFAULTS } from '../../deployment/deployment.ts';
import { almostHalfCents, breakpoints, halfCents, type QuoteByCents } from './amounts.ts';
import { explainDifference, noteRightFee } from './mistakes.ts';
import { createFeeReference, expectedFee } from './reference.ts';

const PROCESSORS = {
  plain: '{ mid: "1", name: alpha, pricing: { model: percent-plus-fixed, percent: "2.9", fixed: "0.30" } }',
  capped:
    '{ mid: "1", name: alpha, pricing: { model: percent-plus-fixed, percent: "2.9", fixed: "0.30", cap: { fixed: "4" } } }',
  halves: '{ mid: "1", name: alpha, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }',
  bands:
    '{ mid: "1", name: alpha, pricing: { model: bands, bands: [{ upTo: "50", percent: "0", fixed: "1" }, { percent: "2", fixed: "0.10" }] } }',
  cards:
    '{ mid: "1", name: alpha, pricing: { model: tiered, qualified: { percent: "1", fixed: "0" }, mid-qualified: { percent: "2", fixed: "0" }, non-qualified: { percent: "3", fixed: "0" }, prefixes: [{ prefix: "4242", tier: qualified }, { prefix: "42424277", tier: non-qualified }], default: mid-qualified } }',
  mills: '{ mid: "1", name: alpha, pricing: { model: percent-plus-fixed, percent: "2.9", fixed: "0.305" } }',
  other: '{ mid: "2", name: beta, pricing: { model: flat, fixed: "1.23" } }',
  rowless:
    '{ mid: "1", name: alpha, pricing: { model: tiered, qualified: { percent: "1", fixed: "0" }, mid-qualified: { percent: "2", fixed: "0" }, non-qualified: { percent: "3", fixed: "0" }, prefixes: [{ prefix: "5", tier: qualified }] } }',
} as const;

type Processor = keyof typeof PROCESSORS;

const REQUEST = { amount: 100, nicn: '424242', region: '85004' };

interface Difference {
  readonly processors: readonly [Processor, ...Processor[]];
  readonly request?: Partial<QuoteRequest>;
  readonly got: number;
  readonly amountBefore?: number;
}

function explain({ processors, request, got, amountBefore }: Difference): string {
  const list = processors.map((name) => PROCESSORS[name]).join(', ');
  const merchants = parseMerchants(
    `merchants: { shop: { processors: [${list}] }, stall: { processors: [${PROCESSORS.other.replace('1.23', '7.77')}] } }`,
    'test',
  );
  const [merchant] = merchants;
  const changed = { ...REQUEST, ...(processors.length > 1 ? { processor: '1' } : {}), ...request };
  const quoted = createFeeEngine(merchant).quote(changed);
  if (quoted.kind !== 'quoted') throw new Error('expected a quote');
  const others = {
    nicns: ['424242', '555555'],
    regions: ['85004', 'NY'],
    countries: ['840', '124'],
    merchants,
    amountBefore,
  };

  return explainDifference({ merchant, request: changed, quoted, got, others });
}

describe('a wrong fee', () => {
  test.each<[what: string, difference: Difference, text: string]>([
    [
      'lacks its fixed part',
      { processors: ['plain'], got: 2.9 },
      'which would be right without the fixed part of 0.30 (line `fixed`)',
    ],
    [
      'has its fixed part twice',
      { processors: ['plain'], got: 3.5 },
      'which would be right with the fixed part of 0.30 (line `fixed`) twice',
    ],
    [
      'lacks its share',
      { processors: ['plain'], got: 0.3 },
      'which would be right without the share of 2.90 (line `share`)',
    ],
    [
      'is above the cap',
      { processors: ['capped'], request: { amount: 200 }, got: 6.1 },
      'which would be right without the limit `cap` of 4.00',
    ],
    [
      'is the cap where the sum is less',
      { processors: ['capped'], got: 4 },
      'which would be right if the limit `cap` of 4.00 were the fee, whatever the sum',
    ],
    [
      'is rounded half-even',
      { processors: ['halves'], request: { amount: 100.5 }, got: 1 },
      'which would be right if 1.005 were rounded half-even and not half-up',
    ],
    [
      'is rounded up',
      { processors: ['halves'], request: { amount: 100.1 }, got: 1.01 },
      'which would be right if 1.001 were rounded up and not half-up',
    ],
    [
      'is not rounded',
      { processors: ['halves'], request: { amount: 100.1 }, got: 1.001 },
      'which would be right if 1.001 were rounded to 3 decimals and not to 2',
    ],
    [
      'is rounded line by line',
      { processors: ['mills'], request: { amount: 10.21 }, got: 0.61 },
      'which would be right if each line were rounded by itself',
    ],
    [
      'is calculated in binary floats',
      { processors: ['halves'], request: { amount: 35.5 }, got: 0.35 },
      'which would be right if 0.355 were a binary float, which is not exactly that',
    ],
    [
      'is of the next band at its border',
      { processors: ['bands'], request: { amount: 50 }, got: 1.1 },
      'which would be right at the price of amounts above the other bands',
    ],
    [
      'is of the whole and not of the part',
      { processors: ['plain'], request: { amount: 40, totalAmount: 100 }, got: 3.2 },
      'which would be right for the totalAmount 100 and not for the amount',
    ],
    [
      'is of the amount before the update',
      { processors: ['plain'], amountBefore: 10, got: 0.59 },
      'which would be right for the amount before the update, 10',
    ],
    [
      'is in cents',
      { processors: ['plain'], got: 320 },
      'which would be right if the fee were given in cents',
    ],
    [
      'is of an amount without its cents',
      { processors: ['plain'], request: { amount: 20.9 }, got: 0.88 },
      'which would be right for the amount without its cents',
    ],
    [
      'is of another processor',
      { processors: ['plain', 'other'], got: 1.23 },
      'which would be right at the price of the processor beta (2)',
    ],
    [
      'is of the card by its first 6 digits only',
      { processors: ['cards'], request: { nicn: '42424277' }, got: 1 },
      'which would be right if only the first 6 digits counted (424242)',
    ],
    [
      'is of another card',
      { processors: ['cards'], got: 2 },
      'which would be right for a card that begins with 555555',
    ],
    [
      'is of another merchant',
      { processors: ['plain'], got: 7.77 },
      'which would be right for the merchant stall, at the price of beta (2)',
    ],
  ])('%s, and the explanation says so', (_, difference, text) => {
    expect(explain(difference)).toBe(text);
  });

  test('is not explained by another rounding, which more right fees contradict', () => {
    const [merchant] = parseMerchants(`merchants: { shop: { processors: [${PROCESSORS.halves}] } }`, 'test');
    const differenceOf = (amount: number, got: number) => {
      const request = { ...REQUEST, amount };
      const quoted = createFeeEngine(merchant).quote(request);
      if (quoted.kind !== 'quoted') throw new Error('expected a quote');
      const others = { nicns: [], regions: [], countries: [], merchants: [merchant] };

      return { merchant, request, quoted, got, others };
    };
    const soFar = new Map<string, number>();
    for (const amount of [110, 120]) noteRightFee(differenceOf(amount, amount / 100), soFar);

    expect(explainDifference(differenceOf(25, 0.3), new Map())).toMatch(/rounded to 1 decimals/);
    expect(explainDifference(differenceOf(25, 0.3), soFar)).toMatch(/rounded to 1 decimals/);
    for (const amount of [111, 112]) noteRightFee(differenceOf(amount, amount / 100), soFar);
    expect(explainDifference(differenceOf(25, 0.3), soFar)).toBe('where the prices say share 0.25');
  });

  test('that no known mistake explains is compared with the lines of the price', () => {
    expect(explain({ processors: ['capped'], request: { amount: 200 }, got: 1.37 })).toBe(
      'where the prices say share 5.80 + fixed 0.30, at most cap 4.00',
    );
  });

  test('where no fee may be charged is explained by the reason', () => {
    expect(explain({ processors: ['rowless'], got: 5 })).toMatch(
      /^where the prices say no fee may be charged: the price has no row for cards that begin with 424242/,
    );
  });
});

const RANGE = { min: 1, max: 500_000 };

function quotesOf(pricing: string): QuoteByCents {
  const [shop] = parseMerchants(
    `merchants: { shop: { processors: [{ mid: "1", name: alpha, pricing: ${pricing} }] } }`,
    'test',
  );
  const engine = createFeeEngine(shop);

  return (cents) => {
    const quote = engine.quote({ amount: cents / 100, nicn: '424242', region: '85004' });

    return quote.kind === 'quoted' ? quote : undefined;
  };
}

const BANDS = quotesOf(
  '{ model: bands, bands: [{ upTo: "50", percent: "0", fixed: "0.85" }, { upTo: "500", percent: "1.9", fixed: "0.05" }, { percent: "1.4", fixed: "2" }] }',
);

test('breakpoints between bands are exact to the cent, with amounts on both sides', () => {
  expect(breakpoints(BANDS, RANGE)).toEqual([5000, 5001, 4999, 50_000, 50_001, 49_999]);
});

test('a cap has a breakpoint where it starts to apply', () => {
  const capped = quotesOf(
    '{ model: percent-plus-fixed, percent: "3.1", fixed: "0", cap: { fixed: "25.00" } }',
  );

  // 25 / 0.031 = 806.4516…: up to 806.45 the share is lower.
  expect(breakpoints(capped, RANGE)).toEqual([80_645, 80_646, 80_644]);
});

test('breakpoints lie within the bounds', () => {
  expect(breakpoints(BANDS, { min: 5000, max: 50_000 })).toEqual([5000, 5001, 5000]);
});

test('half cents are found for each way of rounding them wrongly', () => {
  const price = quotesOf('{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }');
  const found = halfCents(price, RANGE);

  expect(found.length).toBe(3);
  for (const cents of found) expect(price(cents)?.sum.times(1000).modulo(10).toNumber()).toBe(5);
  expect(
    found.some((cents) => Number(price(cents)?.sum.toNumber().toFixed(2)) !== price(cents)?.transactionFee),
  ).toBe(true);
});

test('a price in whole cents has no half cents', () => {
  expect(halfCents(quotesOf('{ model: flat, fixed: "1.00" }'), RANGE)).toEqual([]);
});

test('between breakpoints there is an amount whose fee is up to a tenth of a cent below half a cent', () => {
  const found = almostHalfCents(BANDS, RANGE, breakpoints(BANDS, RANGE));

  // Up to 50 dollars the fee is 0.85; above, 1.9 % and 0.05; from 500 dollars, 1.4 % and 2.
  expect(found).toHaveLength(2);
  for (const cents of found) {
    const part = Number(BANDS(cents)?.sum.times(100).modulo(1));
    expect(part).toBeGreaterThanOrEqual(0.4);
    expect(part).toBeLessThan(0.5);
  }
});

const [shop] = parseMerchants(
  `merchants:
  shop:
    processors: [{ mid: "1", name: alpha, pricing: { model: flat, fixed: "1" } }]
    eligibility: { rules: [{ name: ban, from: "2026-02-01", source: invented, country: "840", state: AZ, effect: prohibit }] }`,
  'test',
);

const feesAt = (moment: string, region = 'AZ') => {
  const expected = expectedFee(shop, { amount: 100, nicn: '424242', region }, new Date(moment));

  return expected.kind === 'priced'
    ? expected.quotes.map(({ transactionFee }) => transactionFee)
    : expected.why;
};

test('an eligibility rule applies from its first day', () => {
  expect(feesAt('2026-01-31T12:00:00Z')).toEqual([1]);
  expect(feesAt('2026-02-01T12:00:00Z')).toEqual([0]);
});

test('near midnight, both days are possible', () => {
  expect(feesAt('2026-01-31T23:58:00Z')).toEqual([1, 0]);
  expect(feesAt('2026-02-01T00:02:00Z')).toEqual([0, 1]);
});

test('a request that the file cannot price has no expected fee', () => {
  expect(feesAt('2026-01-31T12:00:00Z', 'QQ')).toMatch(/^region: expected .*, got "QQ"$/);
});

const CALL = { amount: 87.31, nicn: '424242', region: 'NY' };

/** Of a shop with a fee of 1 percent, and none in Canada. */
function createReference() {
  const [one] = parseMerchants(
    `merchants:
  shop:
    processors: [{ mid: "1", name: alpha, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }]
    eligibility: { rules: [{ name: abroad, source: invented, country: "124", effect: prohibit }] }`,
    'test',
  );
  const pricing = { path: 'prices.yaml', text: '', one, several: undefined };
  const reference = createFeeReference({ ...DEPLOYMENT_DEFAULTS, several: undefined, pricing });
  if (reference === undefined) throw new Error('expected a reference');

  return reference;
}

test('an update without a country may keep that of an earlier call', () => {
  const { compare } = createReference();
  const before = [{ ...CALL, country: '124' }];

  expect(compare('one', CALL, 0, before)?.isEqual).toBe(true);
  expect(compare('one', { ...CALL, country: '840' }, 0, before)?.isEqual).toBe(false);
});

test('a further part of a total may cost less than its price, or a cent more', () => {
  const { compare } = createReference();
  const part = { ...CALL, totalAmount: 100 };
  const isRight = (got: number, before: readonly object[]) =>
    compare('one', part, got, before as readonly (typeof part)[])?.isEqual;

  expect([0.1, 0.88, 0.89].map((got) => isRight(got, [CALL]))).toEqual([false, false, false]);
  expect([0.1, 0.88, 0.89].map((got) => isRight(got, [part]))).toEqual([true, true, false]);
});

test('a fee abroad of which the file says nothing is not compared', () => {
  expect(createReference().compare('one', { ...CALL, country: '826' }, 5)).toBeUndefined();
});
