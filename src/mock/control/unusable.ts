/** What was asked cannot be done as it stands: where, what was expected, what came. */

import { nearest } from '../../engine/reading/nearest.ts';
import { describeValue } from '../../text/describe.ts';

export class Unusable extends Error {
  override readonly name = 'Unusable';

  constructor(where: string, expected: string, got: unknown) {
    super(`${where}: expected ${expected}, got ${describeValue(got)}`);
  }
}

export type Fields = Readonly<Record<string, unknown>>;

/** @throws Unusable where it is no JSON object, or has a member that is not known */
export function fieldsOf(value: unknown, where: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unusable(where, `a JSON object with ${known.join(', ')}`, value);
  refuseStrange(Object.keys(value), where, known);

  return value as Fields;
}

/** @throws Unusable where there is a parameter that is not known, or one comes twice */
export function parametersOf(query: URLSearchParams, known: readonly string[]): void {
  const names = [...query.keys()];
  refuseStrange(
    names.map((name) => (name.startsWith('body.') ? 'body.FIELD' : name)),
    'the query',
    known,
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Unusable('the query', `${twice} once`, query.getAll(twice));
}

function refuseStrange(names: readonly string[], where: string, known: readonly string[]): void {
  const strange = names.find((name) => !known.includes(name));
  if (strange === undefined) return;
  if (known.length === 0) throw new Unusable(where, 'nothing', strange);
  const meant = nearest(strange, known);
  throw new Unusable(
    where,
    `none but ${known.join(', ')}${meant === undefined ? '' : ` (${meant}?)`}`,
    strange,
  );
}

/** @throws Unusable where it is there and no whole number within the bounds */
export function countOf(
  query: URLSearchParams,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Unusable(`the query, ${name}`, `a whole number from ${min} to ${max}`, text);
}
