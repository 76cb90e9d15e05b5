/** Phrases the errors of a compiled JSON Schema: where, what was expected, what was received. */

import { isJsonObject, type JsonObject } from '../text/json-object.ts';
import type { ErrorObject, ValidateFunction } from './ajv.ts';
import { fieldOf, type JsonSchema, type Schemas, subjectOf } from './json-schema.ts';
import { nearest } from './nearest.ts';
import { mismatch, placeOf, shown, toToken, unknownKey } from './problem-text.ts';
import { locateIn } from './yaml.ts';

/** The text that a value was read from, and its name in messages, such as its path. */
export interface SourceText {
  readonly text: string;
  readonly where: string;
}

/** What is wrong with a value, or what JSON Schema cannot see in it. */
export interface ReadingProblem {
  /** JSON Pointer of the value. */
  readonly at: string;
  /** Follows the place: `expected a mapping, got nothing`. */
  readonly text: string;
  readonly kind: 'value' | 'keys' | 'unknown key';
}

/** A problem of a value that its schema accepts. */
export function unlike(at: string, expected: string, got: unknown): ReadingProblem {
  return { at, text: mismatch(expected, shown(got)), kind: 'value' };
}

/**
 * The problems of a value, one for each key. Unknown keys come last.
 *
 * @param schemas that the schema of `check` refers to
 * @param beyond problems that the schema cannot see; only the first problem of a key counts
 * @param root the path of the value
 * @param source names file, line and column of each problem
 */
export function problemsOf(
  value: unknown,
  check: ValidateFunction,
  schemas: Schemas,
  {
    beyond = [],
    root = '',
    source,
  }: {
    readonly beyond?: readonly ReadingProblem[];
    readonly root?: string;
    readonly source?: SourceText | undefined;
  } = {},
): readonly string[] {
  const errors = check(value) ? [] : decisive(check.errors ?? []);
  const problems = new Map<string, ReadingProblem>();
  const unknown: ReadingProblem[] = [];
  for (const problem of [...errors.flatMap((error) => explain(error, schemas)), ...beyond]) {
    const key = problem.kind === 'keys' ? `${problem.at} ${problem.text}` : problem.at;
    if (problem.kind === 'unknown key') unknown.push(problem);
    else if (!problems.has(key)) problems.set(key, problem);
  }

  const locate = locateIn(source?.text ?? '');

  return [...problems.values(), ...unknown].map(({ at, text }) => {
    const file = source === undefined ? '' : `${source.where}${locate(at)}: `;

    return `${file}${placeOf(value, at, root)}: ${text}`;
  });
}

/** Errors that follow from others, or that other code finds. */
const IGNORED: readonly string[] = ['discriminator', 'propertyNames'];

/** Of a choice between types the errors of the branch for the value; of a choice between keys the choice itself. */
function decisive(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isChoice = ({ keyword }: ErrorObject) => keyword === 'anyOf' || keyword === 'oneOf';
  const branches = new Map(
    errors
      .filter(isChoice)
      .map((error) => [`${error.instancePath} ${error.schemaPath}`, branchFor(error)] as const),
  );

  return errors.filter((error) => {
    const { instancePath, schemaPath, keyword } = error;
    if (isChoice(error)) return branches.get(`${instancePath} ${schemaPath}`) === 'none';
    const [, choice, branch] = /^(.*\/(?:anyOf|oneOf))\/(\d+)\//.exec(schemaPath) ?? [];
    const chosen = branches.get(`${instancePath} ${choice}`);

    return (chosen === undefined || chosen === Number(branch)) && !IGNORED.includes(keyword);
  });
}

/** The branch of the value's type, or the last one. */
function branchFor({ schema, data }: ErrorObject): number | 'none' {
  const branches = schema as readonly JsonSchema[];
  if (branches.some(({ required }) => required !== undefined)) return 'none';
  const found = branches.findIndex(({ type }) => type === (Array.isArray(data) ? 'array' : typeof data));

  return found === -1 ? branches.length - 1 : found;
}

/** The keys of a choice between keys. */
function keysOf({ keyword, schema }: ErrorObject): readonly string[] {
  if (keyword === 'not') return (schema as JsonSchema).required ?? [];
  const isChoice = keyword === 'anyOf' || keyword === 'oneOf';

  return isChoice ? (schema as readonly JsonSchema[]).flatMap(({ required = [] }) => required) : [];
}

function explain(error: ErrorObject, schemas: Schemas): readonly ReadingProblem[] {
  const { data, instancePath: at, parentSchema, keyword, params } = error;
  if (keyword === 'uniqueItems') {
    const index = Math.max(params['i'], params['j']);

    return [unlike(`${at}/${index}`, 'one that is not there already', (data as readonly unknown[])[index])];
  }
  const { missing, surplus } = fieldOf(error);
  const { properties = {}, discriminator } = parentSchema as JsonSchema;
  if (surplus !== undefined) {
    const known = Object.keys(properties);

    return [unknownProblem(at, surplus, known, nearest(surplus, known))];
  }
  const ofKeys = textOfKeys(error);
  // Keywords about keys reject other values too, whose type is the problem.
  if (ofKeys !== undefined) return isJsonObject(data) ? [{ at, text: ofKeys, kind: 'keys' }] : [];
  const expected = wordsOf(subjectOf(error, schemas) ?? {});
  if (missing === undefined)
    return [{ at, text: mismatch(expected, shown(data), suggestion(error)), kind: 'value' }];
  // Without the key that selects the others, only a misspelt form of it is known to be wrong.
  const misspelt =
    discriminator?.propertyName === missing
      ? Object.keys(data as JsonObject).find((key) => !(key in properties) && nearest(key, [missing]))
      : undefined;

  return [
    { at: `${at}/${missing}`, text: mismatch(expected, shown(undefined)), kind: 'value' },
    ...(misspelt === undefined ? [] : [unknownProblem(at, misspelt, [], missing)]),
  ];
}

function textOfKeys(error: ErrorObject): string | undefined {
  const { keyword, params, data } = error;
  const keys = keysOf(error);
  switch (keyword) {
    case 'anyOf':
      return mismatch(`at least one of ${keys.join(', ')}`, 'none of them');
    case 'oneOf':
    case 'not': {
      const given = keys.filter((key) => Object.hasOwn(Object(data), key));

      return mismatch(`at most one of ${keys.join(', ')}`, given.join(' and '));
    }
    case 'dependentRequired':
      return mismatch(
        `${params['missingProperty']} beside ${params['property']}`,
        `${params['property']} alone`,
      );
    default:
      return undefined;
  }
}

function unknownProblem(
  at: string,
  key: string,
  known: readonly string[],
  meant: string | undefined,
): ReadingProblem {
  return { at: `${at}/${toToken(key)}`, text: unknownKey(known, meant), kind: 'unknown key' };
}

/** What a schema expects: `x-expected`, or the words of its keywords. */
function wordsOf(schema: JsonSchema): string {
  const { type, minimum, maximum, examples } = schema;
  if (schema['x-expected'] !== undefined) return schema['x-expected'];
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return String(schema.const);
  switch (type) {
    case 'integer':
      return `a whole number from ${minimum} to ${maximum}`;
    case 'string':
      return `a string that is not empty, such as "${examples?.[0]}"`;
    case 'array':
      return 'a list of at least one';
    default:
      return 'a mapping';
  }
}

/** A word of the schema that is similar to a value, or its capitals. */
function suggestion({ keyword, schema, data }: ErrorObject): string | undefined {
  if (keyword === 'enum')
    return nearest(
      data,
      (schema as readonly unknown[]).filter((word) => typeof word === 'string'),
    );
  const capitals = keyword === 'pattern' ? String(data).toUpperCase() : '';

  return capitals !== '' && new RegExp(String(schema), 'u').test(capitals) ? capitals : undefined;
}
