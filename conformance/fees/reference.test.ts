import { expect, test } from 'vitest';
import { parseMerchants } from '../../src/engine/index.ts';
import { referenceFor } from './reference.ts';

const [shop] = parseMerchants(
  `merchants:
  shop:
    processors: [{ mid: "1", name: alpha, pricing: { model: flat, fixed: "1" } }]
    eligibility: { rules: [{ name: ban, from: "2026-02-01", source: invented, country: "840", state: AZ, effect: prohibit }] }`,
  'test',
);

const feesAt = (moment: string, region = 'AZ') => {
  const reference = referenceFor(shop, { amount: 100, nicn: '424242', region }, new Date(moment));

  return reference.kind === 'priced'
    ? reference.quotes.map(({ transactionFee }) => transactionFee)
    : reference.why;
};

test('a rule that begins on a day counts from that day on', () => {
  expect(feesAt('2026-01-31T12:00:00Z')).toEqual([1]);
  expect(feesAt('2026-02-01T12:00:00Z')).toEqual([0]);
});

test('near midnight either day may be the one of the deployment', () => {
  expect(feesAt('2026-01-31T23:58:00Z')).toEqual([1, 0]);
  expect(feesAt('2026-02-01T00:02:00Z')).toEqual([0, 1]);
});

test('what the prices know nothing of has no fee to be compared with', () => {
  expect(feesAt('2026-01-31T12:00:00Z', 'QQ')).toMatch(/^region: expected .*, got "QQ"$/);
});
