/** Generates valid merchant files as JSON. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import schema from '../../../merchants.schema.json' with { type: 'json' };
import { BRANDS } from '../../../src/engine/cards/card.ts';
import { ROUNDING_MODES } from '../../../src/engine/fee/rounding.ts';
import type { JsonSchema, Schemas } from '../../../src/reading/json-schema.ts';

export type Json = null | boolean | number | string | JsonHolder;
type JsonHolder = Json[] | { [key: string]: Json };

const oneOf = (words: readonly string[]) => fc.constantFrom(...words);
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }, ...requiredKeys: (keyof T)[]) =>
  fc.record(model, { requiredKeys });
const rowsBy = <T>(key: keyof T, row: fc.Arbitrary<T>) =>
  fc.uniqueArray(row, { selector: (one) => one[key], minLength: 1, maxLength: 3 });

const percent = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  fc.constantFrom('0', '100', '100.00', '007', '99.99999999999999999'),
);
const dollars = fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2));
const prefix = fc.stringMatching(/^[0-9]{1,8}$/);
const price = fc.record({ percent, fixed: dollars });
const tier = oneOf(['qualified', 'mid-qualified', 'non-qualified']);
const kind = oneOf(schema.$defs.kind.enum);
const cap = fc.oneof(price, fc.record({ percent }), fc.record({ fixed: dollars }));

const interchange = record(
  { default: price, rows: rowsBy('prefix', fc.record({ prefix, percent, fixed: dollars })) },
  'rows',
);
const bands = fc
  .uniqueArray(fc.integer({ min: 0, max: 1000 }), { maxLength: 3 })
  .chain((ends) =>
    fc.tuple(
      ...ends
        .toSorted((one, other) => one - other)
        .map((end) => price.map((its) => ({ upTo: `${end}`, ...its }))),
      price,
    ),
  );
const ofModel = (model: string, parameters: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc
    .tuple(fc.record(parameters), fc.option(fc.record({ cap }), { nil: {} }))
    .map(([its, capped]) => ({ model, ...its, ...capped }));
const tiers = { qualified: price, 'mid-qualified': price, 'non-qualified': price };
const prefixes = rowsBy('prefix', fc.record({ prefix, tier }));
const kinds = rowsBy('kind', fc.record({ kind, tier }));
const pricing = fc.oneof(
  ofModel('interchange-plus', {
    interchange,
    network: price,
    markup: price,
    service: fc.record({ percent }),
  }),
  ofModel('tiered', { ...tiers, default: tier }),
  ofModel('tiered', { ...tiers, prefixes }),
  ofModel('tiered', { ...tiers, default: tier, prefixes, kinds }),
  ofModel('percent-plus-fixed', { percent, fixed: dollars }),
  ofModel('flat', { fixed: dollars }),
  ofModel('bands', { bands }),
  ofModel('membership', { interchange, network: price, fixed: dollars }),
);

const scope = fc.oneof(
  record({ country: oneOf(['840', '124', '056']), brand: oneOf(BRANDS), kind }, 'country'),
  fc.record({ country: fc.constant('840'), state: oneOf(['AZ', 'CO', 'PR', 'DC']) }),
  fc.record({ country: fc.constant('124'), state: oneOf(['QC', 'ON']), kind }),
  record({ brand: oneOf(BRANDS), kind }, 'kind'),
);
const effect = fc.oneof(
  fc.record({ effect: oneOf(['prohibit', 'cap-at-cost']) }),
  fc.record({ effect: oneOf(['cap-at-share', 'cap-at-share-or-cost']), percent }),
);
const days = record({ from: oneOf(['2020-02-29', '2024-01-01']), to: oneOf(['2024-01-01', '2030-12-31']) });
const rule = fc
  .tuple(
    fc.record({ name: fc.stringMatching(/^rule-[a-z]{1,8}$/), source: fc.constant('a law') }),
    scope,
    effect,
    days,
  )
  .map(([named, about, does, when]) => ({ ...named, ...about, ...does, ...when }));

const processor = fc.record({
  mid: fc.stringMatching(/^[0-9]{4,8}$/),
  name: fc.stringMatching(/^[a-z]{2,8}$/),
  pricing,
});
const processors = fc.uniqueArray(processor, {
  comparator: (one, other) => one.mid === other.mid || one.name === other.name,
  minLength: 1,
  maxLength: 2,
});
const merchant = record(
  {
    processors,
    cards: record({
      kinds: fc.oneof(fc.constant('test-cards'), rowsBy('prefix', fc.record({ prefix, kind }))),
      unknown: kind,
    }),
    eligibility: record({
      rules: fc.oneof(fc.constant('illustrative'), rowsBy('name', rule)),
      countries: fc.uniqueArray(oneOf(['840', '124', '056']), { minLength: 1 }),
    }),
    multiPay: record({ fixed: oneOf(['each', 'shared']), cap: oneOf(['each', 'shared']) }),
    rounding: record({ mode: oneOf(Object.keys(ROUNDING_MODES)), decimals: fc.integer({ min: 0, max: 6 }) }),
  },
  'processors',
);
/** Written as text and parsed, since fast-check generates objects without a prototype. */
export const merchantFile: fc.Arbitrary<Json> = fc
  .dictionary(fc.stringMatching(/^[a-z7]{1,8}$/), merchant, { minKeys: 1, maxKeys: 2 })
  .map((merchants) => JSON.parse(JSON.stringify({ merchants })));

// Merchant files with one edit, which makes most of them invalid.

interface Edit {
  /** The place of the edit: its number among all keys and items. */
  readonly at: number;
  readonly to: Json;
}

export const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  to: fc.constantFrom<(Json | 'deleted' | 'joined')[]>(
    'deleted',
    'joined',
    null,
    true,
    1.5,
    2,
    '',
    'x',
    [],
    {},
    [[]],
    '-1',
    '100.5',
  ),
});

/** Deletes or replaces a key or item, or adds an unknown key. No schema knows the ends of bands. */
export function edited(file: Json, { at, to }: Edit): Json {
  const copy = structuredClone(file);
  const places = placesIn(copy).filter(([, key]) => key !== 'upTo');
  const place = places[at % places.length];
  if (place === undefined) return to;

  const [holder, key] = place;
  if (Array.isArray(holder)) holder[Number(key)] = to;
  else if (to === 'deleted') delete holder[key];
  else if (to === 'joined') holder['colour'] = 'blue';
  else holder[key] = to;
  return copy;
}

function placesIn(value: Json): readonly (readonly [JsonHolder, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[value, key] as const, ...placesIn(inner)]);
}

// The published schema of merchant files as other programs use it, compiled anew and without our keywords.

export function publishedSchema(): ValidateFunction {
  const annotations = ['x-expected', 'discriminator'];

  return new Ajv2020({ strict: true, strictRequired: false, keywords: annotations }).compile(schema);
}

// The keys of the schema of merchant files, and the keys that problems name, in the same form.

const DEFINITIONS: Schemas = schema.$defs;

interface Key {
  readonly place: string;
  readonly said: string;
}

/** Every key of the schema with the keys that lead to it, such as `merchants.faults.then`, and its description. */
export function keysOf(place: string, within: JsonSchema = schema): readonly Key[] {
  const { properties = {}, oneOf = [], items, additionalProperties } = resolved(within);
  const inner = [...(oneOf as readonly JsonSchema[]), items, additionalProperties].filter(
    (value): value is JsonSchema => typeof value === 'object',
  );

  return [
    ...Object.entries(properties).flatMap(([key, value]): readonly Key[] => {
      // Another part of the schema describes it.
      if (typeof value !== 'object') return [];
      const its = place === '' ? key : `${place}.${key}`;
      // The names of variants select one, and need no description of their own.
      const said = resolved(value)['description'] ?? '';
      return [{ place: its, said: String(said) }, ...keysOf(its, value)];
    }),
    ...inner.flatMap((value) => keysOf(place, value)),
  ];
}

/** The definition that a schema refers to, with what the schema adds. */
function resolved({ $ref, ...schema }: JsonSchema): JsonSchema {
  return { ...($ref === undefined ? {} : DEFINITIONS[$ref.replace('#/$defs/', '')]), ...schema };
}

/** The key of a problem, without the merchant's name and the positions in lists. */
export function placeOf(problem: string): string {
  const [path = ''] = problem.split(': ');
  return path.replace('merchants.corner-shop', 'merchants').replaceAll(/\[[0-9]+\]/g, '');
}
