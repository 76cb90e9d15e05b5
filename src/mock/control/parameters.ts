/** Reads the query and the JSON body of a control request, and refuses what it does not know. */
import { nearest } from '../../engine/reading/nearest.ts';
import { describeValue } from '../../text/describe.ts';
import { type Fields, isFields } from '../request.ts';

/** Answered with 422. */
export class InvalidControlRequest extends Error {
  override readonly name = 'InvalidControlRequest';

  constructor(where: string, expected: string, got: unknown) {
    super(`${where}: expected ${expected}, got ${describeValue(got)}`);
  }
}

/** @throws InvalidControlRequest unless the value is a JSON object with known members only */
export function readFields(value: unknown, where: string, known: readonly string[]): Fields {
  if (!isFields(value))
    throw new InvalidControlRequest(where, `a JSON object with ${known.join(', ')}`, value);
  refuseUnknownNames(Object.keys(value), where, known);

  return value;
}

/** @throws InvalidControlRequest for a parameter that is not known, or that is repeated */
export function checkParameters(query: URLSearchParams, known: readonly string[]): void {
  const names = [...query.keys()];
  refuseUnknownNames(
    names.map((name) => (name.startsWith('body.') ? 'body.FIELD' : name)),
    'the query',
    known,
  );
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new InvalidControlRequest('the query', `${repeated} once`, query.getAll(repeated));
}

function refuseUnknownNames(names: readonly string[], where: string, known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  if (known.length === 0) throw new InvalidControlRequest(where, 'no parameters', unknown);
  const meant = nearest(unknown, known);
  const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw new InvalidControlRequest(where, `only ${known.join(', ')}${suggestion}`, unknown);
}

/** @throws InvalidControlRequest unless the parameter is absent, or a whole number within the bounds */
export function readCount(
  query: URLSearchParams,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new InvalidControlRequest(`the query, ${name}`, `a whole number from ${min} to ${max}`, text);
}
