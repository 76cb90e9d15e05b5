import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import testCards from '../../../fixtures/cards/test-cards.json' with { type: 'json' };
import illustrative from '../../../fixtures/eligibility/illustrative.json' with { type: 'json' };
import schema from '../../../merchants.schema.json' with { type: 'json' };
import { BROKEN_VALUES } from '../../../test/engine/merchant-files/broken-sections.ts';
import { keysOf, placeOf, publishedSchema } from '../../../test/engine/merchant-files/merchant-file.ts';

import shipped from '../../mock/shipped-merchants.gen.json' with { type: 'json' };
import { BRANDS } from '../cards/card.ts';
import { problemsOfMerchants } from './parse-merchants.ts';

const folder = new URL('../../../fixtures/merchants/', import.meta.url);
const isMerchantFile = publishedSchema();
const keys = keysOf('').filter(({ place }) => !place.startsWith('merchants.faults'));

/** Broken files that a JSON Schema accepts. */
const BEYOND_A_SCHEMA: readonly string[] = [
  // Uniqueness among rows
  'one MID twice',
  'one name twice',
  'a MID that is the name of another processor',
  'cards assigned twice',
  'two rules of one name',
  // Order
  'two bands that end at one amount',
  'a band that ends below the one above',
  'a last band that ends',
  'two bands without an end',
  'a rule that ends before it begins',
  // Dates, countries and states
  'a day that does not exist',
  'a country that does not exist',
  'a territory instead of its country',
  'a state of another country',
  'a state of a country whose states are not known',
];

describe('the schema of merchant files', () => {
  test.each(readdirSync(folder))('accepts fixtures/merchants/%s', (file) => {
    isMerchantFile(parse(readFileSync(new URL(file, folder), 'utf8'), { merge: true }));

    expect(isMerchantFile.errors ?? []).toEqual([]);
  });

  test.each(BROKEN_VALUES.filter(([name]) => !BEYOND_A_SCHEMA.includes(name)))('refuses %s', (_, file) => {
    expect(isMerchantFile(parsed(file))).toBe(false);
  });

  test.each(BEYOND_A_SCHEMA)('cannot express %s', (name) => {
    const [, file] = BROKEN_VALUES.find((broken) => broken[0] === name) ?? [];

    expect(isMerchantFile(parsed(file ?? ''))).toBe(true);
  });

  test('fits the shipped lists and merchants', () => {
    const processors = [{ mid: '1', name: 'a', pricing: { model: 'flat', fixed: '1' } }];
    const lists = { cards: { kinds: testCards.kinds }, eligibility: { rules: illustrative.rules } };

    expect(problemsOfMerchants({ merchants: { shop: { processors, ...lists } } })).toEqual([]);
    expect(problemsOfMerchants(shipped)).toEqual([]);
  });

  test('knows the brands that a card can have', () => {
    expect(schema.$defs.rule.properties.brand.enum).toEqual(BRANDS);
  });

  test('describes every key', () => {
    expect(keys.filter(({ said }) => said === '')).toEqual([]);
  });

  test('has a broken file for each key', () => {
    const problems = BROKEN_VALUES.flatMap(([, , ...problems]) => problems.map(placeOf));
    // The mock checks its scenarios, as it checks faults.
    const places = new Set(keys.map(({ place }) => place).filter((place) => !place.startsWith('scenarios')));

    expect([...places].filter((place) => !problems.includes(place))).toEqual([]);
  });
});

function parsed(file: string): unknown {
  return parse(file, { stringKeys: true, merge: true });
}
