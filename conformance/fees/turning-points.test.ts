import { expect, test } from 'vitest';
import { createFeeEngine, parseMerchants } from '../../src/engine/index.ts';
import { borders, halves, type Priced } from './turning-points.ts';

const RANGE = { min: 1, max: 500_000 };

function pricedBy(pricing: string): Priced {
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

const BANDS = pricedBy(
  '{ model: bands, bands: [{ upTo: "50", percent: "0", fixed: "0.85" }, { upTo: "500", percent: "1.9", fixed: "0.05" }, { percent: "1.4", fixed: "2" }] }',
);

test('the borders of bands are found to the cent, with an amount on each side', () => {
  expect(borders(BANDS, RANGE)).toEqual([5000, 5001, 4999, 50_000, 50_001, 49_999]);
});

test('a cap is found where it begins to count', () => {
  const capped = pricedBy(
    '{ model: percent-plus-fixed, percent: "3.1", fixed: "0", cap: { fixed: "25.00" } }',
  );

  // 25 / 0.031 = 806.4516…: up to 806.45 the share is less.
  expect(borders(capped, RANGE)).toEqual([80_645, 80_646, 80_644]);
});

test('no border lies outside the amounts that may be asked for', () => {
  expect(borders(BANDS, { min: 5000, max: 50_000 })).toEqual([5000, 5001]);
});

test('amounts are found at which half a cent is to be rounded, for each way of getting it wrong', () => {
  const price = pricedBy('{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }');
  const found = halves(price, RANGE);

  expect(found.length).toBe(3);
  for (const cents of found) expect(price(cents)?.sum.times(1000).modulo(10).toNumber()).toBe(5);
  expect(
    found.some((cents) => Number(price(cents)?.sum.toNumber().toFixed(2)) !== price(cents)?.transactionFee),
  ).toBe(true);
});

test('a price of whole cents has no halves', () => {
  expect(halves(pricedBy('{ model: flat, fixed: "1.00" }'), RANGE)).toEqual([]);
});
