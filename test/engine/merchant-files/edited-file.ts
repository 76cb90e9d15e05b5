/** Merchant files with one edit, which makes most of them invalid. */
import fc from 'fast-check';
import type { Json, JsonHolder } from './merchant-file.ts';

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
