/** Describes the problems of a value by its JSON Schema. Does not load Ajv: a mock starts without it. */
import type { ErrorObject } from './ajv.ts';

/** A schema; the keywords that descriptions read are typed. `x-expected` describes the expected value in words. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Schemas;
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly discriminator?: { readonly propertyName: string };
  readonly $defs?: Schemas;
  readonly definitions?: Schemas;
  readonly 'x-section'?: string;
  readonly 'x-rules'?: Readonly<Record<string, string>>;
  readonly 'x-expected'?: string;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Describes a received value briefly, masked by the name of its field. */
export type DescribeValue = (value: unknown, options: { readonly name: string }) => string;

/** A value that does not fit its schema. */
export interface SchemaProblem {
  /** JSON Pointer of the value, or of the missing or unknown field. */
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
  /** The fields that the schema knows beside this unknown one. */
  readonly known?: readonly string[];
}

/** For an `anyOf`, keeps the errors of all branches, or only the `anyOf` if every branch misses a field. */
export function essential(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  // The errors of the branch say more.
  const own = errors.filter(({ keyword }) => keyword !== 'if');
  const choice = own.find(({ keyword }) => keyword === 'anyOf');
  if (choice === undefined) return own;
  const branches = (choice.schema as readonly JsonSchema[]).length;
  const lacking = own.filter(
    (error) => error.keyword === 'required' && error.instancePath === choice.instancePath,
  );
  const others = own.filter((error) => error !== choice && !lacking.includes(error));

  return lacking.length === branches ? [...others, choice] : others;
}

export function explain(error: ErrorObject, schemas: Schemas, describe: DescribeValue): SchemaProblem {
  const { instancePath, data } = error;
  const { missing, surplus } = fieldOf(error);
  if (surplus !== undefined) {
    const known = Object.keys((error.parentSchema as JsonSchema).properties ?? {});

    const shown = describe(surplus, { name: '' }).replaceAll(/^"|"$/g, '');

    return {
      pointer: `${instancePath}/${shown}`,
      expected: `one of the keys ${known.join(', ')}`,
      got: shown,
      known,
    };
  }

  return {
    pointer: missing === undefined ? instancePath : `${instancePath}/${missing}`,
    expected: subjectOf(error, schemas)?.['x-expected'] ?? expectedBy(error),
    got: missing === undefined ? describe(data, { name: fieldAt(instancePath) }) : 'nothing',
  };
}

/** The schema that an error is about: that of the missing field, or the one with the keyword. */
export function subjectOf(error: ErrorObject, schemas: Schemas): JsonSchema | undefined {
  const holder = error.parentSchema as JsonSchema;
  const { missing } = fieldOf(error);

  return missing === undefined ? holder : follow(holder.properties?.[missing], schemas);
}

export function follow(schema: JsonSchema | undefined, schemas: Schemas): JsonSchema | undefined {
  const target = schema?.$ref?.split('/').at(-1);

  return target === undefined ? schema : schemas[target];
}

/** The field that an object lacks, or that it must not have. */
export function fieldOf({ keyword, params }: ErrorObject): {
  readonly missing?: string;
  readonly surplus?: string;
} {
  if (keyword === 'required') return { missing: String(params['missingProperty']) };

  return keyword === 'additionalProperties' ? { surplus: String(params['additionalProperty']) } : {};
}

/** Describes the expected value if the schema has no `x-expected`. */
function expectedBy({ keyword, params, message = keyword }: ErrorObject): string {
  if (keyword === 'required') return 'a value';
  if (keyword === 'enum') return `one of ${(params['allowedValues'] as readonly unknown[]).join(', ')}`;

  return message
    .replace(/^must be /, '')
    .replace(/^must NOT have fewer than /, 'at least ')
    .replace(/^must NOT have more than /, 'at most ')
    .replace(/^must match pattern /, 'a text that matches ');
}

/** The name of the field at a JSON Pointer; for an entry of an array, the name of the array. */
function fieldAt(pointer: string): string {
  return pointer.split('/').findLast((token) => !/^\d*$/.test(token)) ?? '';
}
