/** The shipped merchants surcharge as real ones do: six public test cards, states, networks and days with their fees. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFeeEngine, parseDay, parseMerchants, type QuoteRequest } from './index.ts';

const FILE = 'fixtures/merchants/merchants.yaml';
const [one, several] = parseMerchants(readFileSync(FILE, 'utf8'), FILE).map(createFeeEngine);
const sale: QuoteRequest = { amount: 100, nicn: '424242', region: 'AZ' };
const feeOf = (request: Partial<QuoteRequest>, day = '2026-01-31', engine = one) => {
  const quote = engine?.quote({ ...sale, ...request }, parseDay(day));

  return quote?.kind === 'quoted' ? quote.transactionFee : quote;
};

test.each([
  ['4242424242424242', 'Visa credit, at cost: 1.65 + 0.13 + 0.45 = 2.23 %, and 0.20', 2.43],
  ['5555555555554444', 'Mastercard credit: 1.38 + 0.13 + 0.45 + 0.20 = 2.16 %, and 0.20', 2.36],
  ['378282246310005', 'American Express credit: 2.20 + 0.13 + 0.45 + 0.20 = 2.98 %, and 0.20', 3.18],
  ['4000056655665556', 'Visa debit', 0],
  ['5200828282828210', 'Mastercard debit', 0],
  ['5105105105105100', 'Mastercard prepaid', 0],
  ['6011111111111117', 'a card that no table lists: 1.70 + 0.13 + 0.45 + 0.20 = 2.48 %, and 0.20', 2.68],
])('%s, %s', (card, _, fee) => {
  for (const digits of [6, 7, 8]) expect(feeOf({ nicn: card.slice(0, digits) })).toBe(fee);
});

test.each(['CT', 'US-ME', '02134', '00901'])('a sale in %s has no fee', (region) => {
  expect(feeOf({ region })).toBe(0);
});

describe('a network allows at most', () => {
  test('3 % for Visa, and no more than the cost, since 2023-04-15', () => {
    // 5.00 × 2.43 % + 0.20 = 0.3215; 4 % is 0.20, 3 % is 0.15
    expect([feeOf({ amount: 5 }, '2023-04-14'), feeOf({ amount: 5 })]).toEqual([0.2, 0.15]);
    expect([feeOf({}, '2023-04-14'), feeOf({})]).toEqual([2.63, 2.43]);
    expect(feeOf({ processor: 'beta' }, '2026-01-31', several)).toBe(3);
  });

  test('4 % for others', () => {
    expect([feeOf({ amount: 5, nicn: '555555' }), feeOf({ amount: 5, nicn: '378282' })]).toEqual([0.2, 0.2]);
  });
});
