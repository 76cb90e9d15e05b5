import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../configuration-error.ts';
import { merchantsSchema } from './merchants-schema.ts';
import { parseMerchants } from './parse-merchants.ts';
import { type Json, type JsonHolder, merchantFile } from './testing/merchant-file.ts';

const isMerchantFile = new Ajv2020({ strict: true }).compile(merchantsSchema());

/** Where the edit is, counted among all keys and items, and what becomes of it. */
const edit = fc.record({
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

describe('the schema and the parser of merchant files', () => {
  test('both take every file that is right', () => {
    fc.assert(
      fc.property(merchantFile, (file) => {
        expect(verdicts(file)).toEqual({ schema: true, parser: true });
      }),
    );
  });

  test('judge alike a file with one edit', () => {
    fc.assert(
      fc.property(merchantFile, edit, (file, edit) => {
        const { schema, parser } = verdicts(edited(file, edit));

        expect(schema).toBe(parser);
      }),
      { numRuns: 500 },
    );
  });
});

function verdicts(file: Json): { readonly schema: boolean; readonly parser: boolean } {
  return { schema: isMerchantFile(file), parser: isTaken(JSON.stringify(file)) };
}

function isTaken(text: string): boolean {
  try {
    parseMerchants(text, 'shops.json');
    return true;
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}

/** One key or item is deleted, replaced, or joined by a key that nobody knows. No schema knows the ends of bands. */
function edited(file: Json, { at, to }: { readonly at: number; readonly to: Json }): Json {
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
