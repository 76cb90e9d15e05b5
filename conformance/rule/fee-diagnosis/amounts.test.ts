import { expect, test } from 'vitest';
import { createFeeEngine, parseMerchants } from '../../../src/engine/index.ts';
import { almostHalfCents, breakpoints, halfCents, type QuoteByCents } from './amounts.ts';

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
  expect(breakpoints(BANDS, { min: 5000, max: 50_000 })).toEqual([5000, 5001]);
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
