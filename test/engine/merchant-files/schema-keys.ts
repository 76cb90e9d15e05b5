/** The keys of the schema of merchant files, and the keys that problems name, in the same form. */
import type { JsonSchema } from '../../../src/engine/reading/readers.ts';

/** Every key of the schema with the keys that lead to it, such as `merchants.faults.then`, and its description. */
export function keysOf(schema: JsonSchema, place: string): readonly { place: string; said: string }[] {
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

/** The key of a problem, without the merchant's name and the positions in lists. */
export function placeOf(problem: string): string {
  const [path = ''] = problem.split(': ');
  return path.replace('merchants.corner-shop', 'merchants').replaceAll(/\[[0-9]+\]/g, '');
}
