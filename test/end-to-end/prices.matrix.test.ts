/** Compares a mock's fees with prices that differ in one figure: fee/matches-reference finds it and explains it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../conformance/deployment/deployment.ts';
import { resolvePricing } from '../../conformance/deployment/pricing.ts';
import { conform } from '../../conformance/index.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { ROOT } from '../shape/source-files.ts';
import { sampled } from '../support/sampled.ts';

const CARDS = ['4242424242424242', '5555555555554444', '378282246310005'];

/** A change of the mock's merchant file, and the explanation of its fees. */
interface Change {
  readonly file: string;
  readonly merchant: string;
  readonly from: string;
  readonly to: string;
  readonly explanation: RegExp;
}

const OWN_RULE = 'rules: [{ name: colorado, country: "840", state: CO, effect: prohibit, source: invented }]';

const CHANGES: readonly Change[] = [
  {
    ...{ file: 'percent-plus-fixed', merchant: 'corner-shop', from: 'fixed: "0.30"', to: 'fixed: "0"' },
    explanation: /without the fixed part of 0\.30 \(line `fixed`\)$/,
  },
  {
    ...{ file: 'percent-plus-fixed', merchant: 'corner-shop', from: '"2.9"', to: '"2.91"' },
    explanation: /where the prices say share /,
  },
  {
    ...{ file: 'bands', merchant: 'town-hall', from: '"50.00"', to: '"49.99"' },
    explanation: /at the price of amounts up to 500\.00$/,
  },
  {
    ...{ file: 'bands', merchant: 'town-hall', from: 'mode: up', to: 'mode: half-up' },
    explanation: /were rounded half-up and not up$/,
  },
  {
    ...{ file: 'tiered', merchant: 'bookshop', from: 'cap: { percent: "3", fixed', to: 'cap: { fixed' },
    explanation: /without the limit `cap` of /,
  },
  {
    ...{ file: 'tiered', merchant: 'bookshop', from: 'prefix: "4242"', to: 'prefix: "4243"' },
    explanation: /for a card that begins with 555555$/,
  },
  {
    ...{ file: 'flat', merchant: 'ticket-office', from: 'cap: { percent: "4" }', to: '' },
    explanation: /without the limit `cap` of /,
  },
  {
    ...{ file: 'membership', merchant: 'furniture-store', from: 'fixed: "0.15"', to: 'fixed: "0"' },
    explanation: /without the fixed part of 0\.15 /,
  },
  {
    ...{ file: 'multi-pay', merchant: 'travel-agency', from: 'fixed: shared', to: 'fixed: each' },
    explanation: /if there were no totalAmount$/,
  },
  {
    ...{ file: 'surcharging', merchant: 'bicycle-shop', from: 'rules: illustrative', to: OWN_RULE },
    explanation: /without any of its limits$/,
  },
];

const FILES = [
  'bands',
  'flat',
  'interchange-plus',
  'membership',
  'percent-plus-fixed',
  'tiered',
  'surcharging',
  'multi-pay',
];

test.each(sampled(FILES, 1))('the fees of a mock match its own merchant file: %s', async (file) => {
  const text = readMerchants(file);
  for (const { name } of parseMerchants(text, file)) {
    expect({ name, ...(await judge(text, text, name)) }).toMatchObject({ outcome: 'pass' });
  }
});

describe('a price with one different figure', () => {
  test.each(sampled(CHANGES, 1))(
    'is found and explained: $file with $to',
    async ({ file, merchant, from, to, explanation }) => {
      const text = readMerchants(file);
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      const result = await judge(changed, text, merchant);

      expect(result?.outcome).toBe('fail');
      expect(result?.counterexample?.got).toMatch(explanation);
    },
  );
});

function readMerchants(file: string): string {
  return readFileSync(join(ROOT, 'fixtures/merchants', `${file}.yaml`), 'utf8');
}

/** @param prices the expected prices @param merchant a merchant with one processor */
async function judge(merchants: string, prices: string, merchant: string) {
  await using mock = await startMock({ port: 0, merchants: parseMerchants(merchants, 'mock') });
  const path = 'prices.yaml';
  const deployment: Deployment = {
    ...DEPLOYMENT_DEFAULTS,
    cards: CARDS,
    regions: { zip: ['85004', '80202'], state: ['AZ', 'MA'], iso: ['US-AZ'] },
    url: new URL(mock.url),
    headers: REQUIRED_HEADERS,
    one: { token: mock.token(merchant), processors: [] },
    several: undefined,
    multiPay: true,
    pricing: resolvePricing(
      parseMerchants(prices, path),
      { one: { name: merchant }, several: undefined },
      { where: 'test', path },
    ),
  };
  const report = await conform({ deployment, selects: (id) => id === 'fee/matches-reference', seed: 1 });
  return report.rules.find(({ id }) => id === 'fee/matches-reference');
}
