/** Reads the query and the JSON body of a control request, and refuses what it does not know. */
import type { JsonSchema } from '../../reading/json-schema.ts';
import { nearest } from '../../reading/nearest.ts';
import { schemaCheck } from '../../reading/schema-check.ts';
import { describeValue } from '../../text/describe.ts';

/** Answered with 422. */
export class InvalidControlRequest extends Error {
  override readonly name = 'InvalidControlRequest';

  constructor(where: string, expected: string, got: unknown, shown = describeValue(got)) {
    super(`${where}: expected ${expected}, got ${shown}`);
  }
}

/**
 * A function that returns the body where it fits the schema. The schema is compiled with the first body.
 *
 * @throws InvalidControlRequest with the first problem, from that function
 */
export function bodyReader<Body>(schema: JsonSchema): (body: unknown) => Body {
  const check = schemaCheck(schema, describeValue);

  return (body) => {
    const [problem] = check(body);
    if (problem === undefined) return body as Body;
    const { pointer, expected, got, known = [] } = problem;
    throw new InvalidControlRequest(pointer || 'the body', `${expected}${suggest(got, known)}`, body, got);
  };
}

/** @throws InvalidControlRequest for a parameter that is not known, or that is repeated */
export function checkParameters(query: URLSearchParams, known: readonly string[]): void {
  const names = [...query.keys()];
  const unknown = names
    .map((name) => (name.startsWith('body.') ? 'body.FIELD' : name))
    .find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const expected =
      known.length === 0 ? 'no parameters' : `only ${known.join(', ')}${suggest(unknown, known)}`;
    throw new InvalidControlRequest('the query', expected, unknown);
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new InvalidControlRequest('the query', `${repeated} once`, query.getAll(repeated));
}

function suggest(unknown: string, known: readonly string[]): string {
  const meant = nearest(unknown, known);

  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
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
