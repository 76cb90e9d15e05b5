/** The keys of the schema of merchant files, and the keys that problems name, in the same form. */
import schema from '../../../merchants.schema.json' with { type: 'json' };
import type { JsonSchema, Schemas } from '../../../src/reading/json-schema.ts';

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
