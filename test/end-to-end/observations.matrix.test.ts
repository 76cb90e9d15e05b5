/** The suite observes the choices that a mock is configured with, and `--like` reproduces them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../conformance/deployment/deployment.ts';
import { resolvePricing } from '../../conformance/deployment/pricing.ts';
import { conform } from '../../conformance/index.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { readObserved } from '../../src/contract/read-choices.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { ROOT } from '../support/root.ts';
import { sampled, testOnce } from '../support/sampled.ts';

/** The report on a mock with these choices. */
async function observe(choices: Choices) {
  await using mock = await startMock({ choices });
  const selects = (id: RuleId) => id.startsWith('observe/');

  return await conform({ deployment: describeMock(mock), selects, seed: 1 });
}

/** Enough mocks for every option of every choice. */
const MOCKS = 9;

/** Options by mock, where counting up would hide some: only the first forms of refusal have a status of their own. */
const SHIFTS: { readonly [N in ChoiceName]?: readonly number[] } = {
  'refusal-status': [0, 1, 2, 3, 0, 1, 2, 3, 4],
  'extra-response-fields': [0, 1, 2, 0, 1, 2, 0, 1, 2],
  'field-order': [0, 1, 2, 1, 2, 1, 2, 0, 1],
};

const MIXTURES: readonly Choices[] = Array.from({ length: MOCKS }, (_, mock) =>
  Object.fromEntries(
    CHOICE_NAMES.map((name) => {
      const options = optionsOf<ChoiceName>(name);

      return [name, options[(SHIFTS[name]?.[mock] ?? mock) % options.length]];
    }),
  ),
);

/** Choices that the suite cannot observe, or not fully. */
const HIDDEN: readonly {
  readonly names: readonly ChoiceName[];
  readonly where: (choices: Choices) => boolean;
  readonly seen: string | undefined;
  readonly why: string;
}[] = [
  {
    names: ['second-sale'],
    where: (choices) => choices['second-sale'] !== 'refuse',
    seen: 'replace or keep',
    why: 'no response shows which sale is kept',
  },
  {
    names: ['field-order'],
    where: (choices) =>
      choices['field-order'] !== 'documented' && choices['extra-response-fields'] === 'none',
    seen: 'reversed or alphabetical',
    why: 'message, sTxId, transactionFee is both orders',
  },
  {
    names: ['empty-texts'],
    where: (choices) => choices['empty-texts'] === 'refuse' && choices.trims === 'trim',
    seen: 'refuse-blank',
    why: 'a blank text is trimmed to an empty one',
  },
  {
    names: ['lockout'],
    where: (choices) => choices['invalid-token'] === 'take',
    seen: 'none',
    why: 'no token is wrong',
  },
  {
    names: ['refusal-status', 'malformed-json-status', 'unknown-transaction-status'],
    where: ({ refusal }) => refusal?.startsWith('2xx') === true,
    seen: undefined,
    why: 'refusals have a 2xx status',
  },
];

function visibleOf(choices: Choices): Readonly<Record<string, string>> {
  const seen = CHOICE_NAMES.map((name) => {
    const hidden = HIDDEN.find(({ names, where }) => names.includes(name) && where(choices));

    return [name, hidden === undefined ? choices[name] : hidden.seen] as const;
  });

  return Object.fromEntries(seen.filter(([, option]) => option !== undefined)) as Record<string, string>;
}

describe('the choices of a mock are observed', () => {
  test.each(sampled(MIXTURES, 1))('for mixture %#, and again for a mock like its report', async (choices) => {
    const report = await observe(choices);
    const { choices: alike, strange } = readObserved(report.choices);

    expect(report.choices).toEqual(visibleOf(choices));
    expect(strange).toEqual([]);
    expect((await observe(alike)).choices).toEqual(report.choices);
  });

  test('for every option of every choice, except two for which every response is the same', () => {
    const observed = new Set(
      MIXTURES.flatMap((choices) => Object.entries(visibleOf(choices)).map((one) => one.join('='))),
    );
    const all = CHOICE_NAMES.flatMap((name) =>
      optionsOf<ChoiceName>(name).map((option) => `${name}=${option}`),
    );

    expect(all.filter((option) => !observed.has(option))).toEqual([
      'second-sale=replace',
      'second-sale=keep',
    ]);
  });
});

testOnce('a mock without choices is observed with the default options', async () => {
  const report = await observe({});

  expect(report.choices).toEqual(
    visibleOf(Object.fromEntries(CHOICE_NAMES.map((name) => [name, optionsOf<ChoiceName>(name)[0]]))),
  );
  expect(report.requests).toBeLessThanOrEqual(80);
});

// Compares a mock's fees with prices that differ in one figure: fee/matches-reference finds it and explains it.

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
