import { describe, expect, test } from 'vitest';
import { parseMerchants } from '../../src/engine/index.ts';
import { type Described, pricingOf } from './pricing.ts';
import { readPricingFile } from './pricing-file.ts';

const ALPHA = { mid: '1', name: 'alpha' };
const BETA = { mid: '2', name: 'beta' };
const FLAT = 'pricing: { model: flat, fixed: "1" }';
const SINGLE = `{ processors: [{ mid: "1", name: alpha, ${FLAT} }] }`;
const DOUBLE = `{ processors: [{ mid: "1", name: alpha, ${FLAT} }, { mid: "2", name: beta, ${FLAT} }] }`;

function find(merchants: string, one: Described, several?: Described) {
  const { one: first, several: second } = pricingOf(
    parseMerchants(`merchants: { ${merchants} }`, 'prices.yaml'),
    { one, several },
    { where: 'staging.yaml', path: 'prices.yaml' },
  );

  return [first.name, second?.name];
}

describe('which merchant of the prices a merchant of the deployment is', () => {
  test('its name says it before all else', () => {
    expect(find(`one: ${SINGLE}, shop: ${SINGLE}`, { name: 'shop' })).toEqual(['shop', undefined]);
  });

  test('otherwise it is the one that is called as it is here', () => {
    expect(find(`shop: ${SINGLE}, one: ${SINGLE}, several: ${DOUBLE}`, {}, {})).toEqual(['one', 'several']);
  });

  test('otherwise the only one with as many processors, and with those that are given', () => {
    const kiosk = SINGLE.replace('"1"', '"9"');

    expect(find(`shop: ${SINGLE}, chain: ${DOUBLE}`, {}, {})).toEqual(['shop', 'chain']);
    expect(find(`kiosk: ${kiosk}, shop: ${SINGLE}`, { processors: [ALPHA] })).toEqual(['shop', undefined]);
  });

  test.each<
    [what: string, merchants: string, one: Described, several: Described | undefined, problem: string]
  >([
    [
      'a name that there is not',
      `shop: ${SINGLE}`,
      { name: 'shopp' },
      undefined,
      'staging.yaml: merchants.one.name: expected a merchant of prices.yaml (shop), got shopp',
    ],
    [
      'two that fit',
      `shop: ${SINGLE}, kiosk: ${SINGLE}`,
      {},
      undefined,
      'staging.yaml: pricing: expected one merchant of prices.yaml that fits merchants.one, got shop or kiosk: give its name in merchants.one.name (there are shop, kiosk)',
    ],
    [
      'none that fits',
      `one: ${SINGLE}`,
      {},
      {},
      'staging.yaml: pricing: expected one merchant of prices.yaml that fits merchants.several, got none: give its name in merchants.several.name (there are one)',
    ],
    [
      'too many processors',
      `one: ${DOUBLE}`,
      {},
      undefined,
      'staging.yaml: merchants.one: expected a merchant of prices.yaml with exactly one processor, got one, which has 2',
    ],
    [
      'another processor than is given',
      `one: ${SINGLE}`,
      { processors: [BETA] },
      undefined,
      'staging.yaml: merchants.one.processors: expected those of one in prices.yaml (1 alpha), got 2 beta',
    ],
  ])('%s is a clear error', (_, merchants, one, several, problem) => {
    expect(() => find(merchants, one, several)).toThrow(
      expect.objectContaining({ code: 'deployment', message: problem }),
    );
  });
});

test('a merchant file that is not there is looked for beside the deployment file, and that is said', () => {
  expect(() => readPricingFile('prices.yaml', 'nowhere/staging.yaml')).toThrow(
    'nowhere/staging.yaml: pricing: expected a merchant file, by its path from the folder of nowhere/staging.yaml, got prices.yaml, which cannot be read (ENOENT)',
  );
});
