import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonSchema } from '../reading/json-schema.ts';
import { merchantsSchema } from './merchants-schema.ts';
import { BROKEN_VALUES } from './testing/broken-values.ts';

const folder = new URL('../../../fixtures/merchants/', import.meta.url);
const schema = merchantsSchema();
const isMerchantFile = new Ajv2020({ strict: true }).compile(schema);

/** Broken files that no schema can tell from right ones. */
const BEYOND_A_SCHEMA: readonly string[] = [
  // Once among rows
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
  // The calendar and the map
  'a day that the calendar has not',
  'a country that there is not',
  'a territory in place of its country',
  'a state of another country',
  'a state of a country whose states are not known',
];

describe('the schema of merchant files', () => {
  test('is the one that is published', () => {
    const published = readFileSync(new URL('../../../merchants.schema.json', import.meta.url), 'utf8');

    expect(JSON.parse(published)).toEqual(schema);
  });

  test.each(readdirSync(folder))('takes fixtures/merchants/%s', (file) => {
    isMerchantFile(parse(readFileSync(new URL(file, folder), 'utf8'), { merge: true }));

    expect(isMerchantFile.errors ?? []).toEqual([]);
  });

  test.each(BROKEN_VALUES.filter(([name]) => !BEYOND_A_SCHEMA.includes(name)))('refuses %s', (_, file) => {
    expect(isMerchantFile(parsed(file))).toBe(false);
  });

  test.each(BEYOND_A_SCHEMA)('cannot know %s', (name) => {
    const [, file] = BROKEN_VALUES.find((broken) => broken[0] === name) ?? [];

    expect(isMerchantFile(parsed(file ?? ''))).toBe(true);
  });

  test('describes every key', () => {
    expect(keysOf(schema, '').filter(({ said }) => said === '')).toEqual([]);
  });

  test('knows no key that no broken file is about', () => {
    const problems = BROKEN_VALUES.flatMap(([, , ...problems]) => problems.map(placeOf));
    const places = [...new Set(keysOf(schema, '').map(({ place }) => place))];

    expect(places.filter((place) => !problems.includes(place))).toEqual([]);
  });
});

function parsed(file: string): unknown {
  return parse(file, { stringKeys: true, merge: true });
}

/** Every key that the schema knows, at its place: the keys on the way to it, without merchants' names. */
function keysOf(schema: JsonSchema, place: string): readonly { place: string; said: string }[] {
  const inner = [...(schema.oneOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  if (typeof schema.additionalProperties === 'object') inner.push(schema.additionalProperties);

  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
      const its = place === '' ? key : `${place}.${key}`;
      return [{ place: its, said: value.description ?? '' }, ...keysOf(value, its)];
    }),
    ...inner.flatMap((value) => keysOf(value, place)),
  ];
}

/** The place of a problem in the same form. */
function placeOf(problem: string): string {
  const [path = ''] = problem.split(': ');
  return path.replace('merchants.corner-shop', 'merchants').replaceAll(/\[[0-9]+\]/g, '');
}
