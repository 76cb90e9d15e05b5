import { expect, test } from 'vitest';
import { parseMerchants } from '../../../src/engine/index.ts';
import { expectedFee } from './reference.ts';

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
