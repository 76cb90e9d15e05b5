import { describe, expect, test } from 'vitest';
import { parseMerchants } from '../../src/engine/index.ts';
import { type MerchantReference, readPricing, resolvePricing } from './pricing.ts';

const ALPHA = { mid: '1', name: 'alpha' };
const BETA = { mid: '2', name: 'beta' };
const FLAT = 'pricing: { model: flat, fixed: "1" }';
const SINGLE = `{ processors: [{ mid: "1", name: alpha, ${FLAT} }] }`;
const DOUBLE = `{ processors: [{ mid: "1", name: alpha, ${FLAT} }, { mid: "2", name: beta, ${FLAT} }] }`;

function find(merchants: string, one: MerchantReference, several?: MerchantReference) {
  const { one: first, several: second } = resolvePricing(
    parseMerchants(`merchants: { ${merchants} }`, 'prices.yaml'),
    { one, several },
    { where: 'staging.yaml', path: 'prices.yaml' },
  );

  return [first.name, second?.name];
}

describe('a merchant of the deployment is found in the merchant file', () => {
  test('by its name', () => {
    expect(find(`one: ${SINGLE}, shop: ${SINGLE}`, { name: 'shop' })).toEqual(['shop', undefined]);
  });

  test('otherwise by its role', () => {
    expect(find(`shop: ${SINGLE}, one: ${SINGLE}, several: ${DOUBLE}`, {}, {})).toEqual(['one', 'several']);
  });

  test('otherwise as the only one with a matching number of processors and with the given ones', () => {
    const kiosk = SINGLE.replace('"1"', '"9"');

    expect(find(`shop: ${SINGLE}, chain: ${DOUBLE}`, {}, {})).toEqual(['shop', 'chain']);
    expect(find(`kiosk: ${kiosk}, shop: ${SINGLE}`, { processors: [ALPHA] })).toEqual(['shop', undefined]);
  });

  test.each<
    [
      what: string,
      merchants: string,
      one: MerchantReference,
      several: MerchantReference | undefined,
      problem: string,
    ]
  >([
    [
      'an unknown name',
      `shop: ${SINGLE}`,
      { name: 'shopp' },
      undefined,
      'staging.yaml: merchants.one.name: expected a merchant of prices.yaml (shop), got shopp',
    ],
    [
      'two matches',
      `shop: ${SINGLE}, kiosk: ${SINGLE}`,
      {},
      undefined,
      'staging.yaml: pricing: expected one merchant of prices.yaml that matches merchants.one, got shop or kiosk: set merchants.one.name (available: shop, kiosk)',
    ],
    [
      'no match',
      `one: ${SINGLE}`,
      {},
      {},
      'staging.yaml: pricing: expected one merchant of prices.yaml that matches merchants.several, got none: set merchants.several.name (available: one)',
    ],
    [
      'too many processors',
      `one: ${DOUBLE}`,
      {},
      undefined,
      'staging.yaml: merchants.one: expected a merchant of prices.yaml with exactly one processor, got one, which has 2',
    ],
    [
      'a processor that the merchant lacks',
      `one: ${SINGLE}`,
      { processors: [BETA] },
      undefined,
      'staging.yaml: merchants.one.processors: expected those of one in prices.yaml (1 alpha), got 2 beta',
    ],
  ])('%s is an error', (_, merchants, one, several, problem) => {
    expect(() => find(merchants, one, several)).toThrow(
      expect.objectContaining({ code: 'deployment', message: problem }),
    );
  });
});

test('a missing merchant file is an error that says where it was looked for', () => {
  const files = { where: 'nowhere/staging.yaml', path: 'prices.yaml' };

  expect(() => readPricing({ one: {}, several: undefined }, files)).toThrow(
    'nowhere/staging.yaml: pricing: expected the path of a merchant file, relative to the folder of nowhere/staging.yaml, got prices.yaml, which cannot be read (ENOENT)',
  );
});
