/** Compiles the contract's schemas and describes violations; the only file that imports Ajv. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ContractDocument, ContractSchema } from './document.ts';
import type { RuleId } from './rule-ids.ts';
import type { OperationId, RequestBody, Violation } from './types.ts';

/** The typed body, or all violations. */
type Validated<Body> =
  | { readonly kind: 'valid'; readonly body: Body }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

type Validate<Body> = (body: unknown) => Validated<Body>;

/** Describes a received value briefly, masked by the name of its field. */
export type DescribeValue = (value: unknown, options: { readonly name: string }) => string;

/** The validator of each operation's request body. */
export type Validators = { readonly [O in OperationId]: Validate<RequestBody[O]> };

/**
 * Compiles the validators of the request bodies of all operations.
 *
 * @throws Error if a schema of the contract does not compile, which is a fault of the installation
 */
export function compileValidators(contract: ContractDocument, describe: DescribeValue): Validators {
  const { schemas } = contract.components;
  const compile = <Body>(schema: string, options?: Options) => {
    const ajv = createAjv(options).addSchema({ $id: 'contract', components: contract.components });

    return ajv.compile<Body>({ $ref: `contract#/components/schemas/${schema}` });
  };

  const named = <Body>(schema: string): Validate<Body> => {
    const checkAll = compile<Body>(schema);
    // Compiled on demand: few requests need it.
    let checkFirst: ValidateFunction<Body> | undefined;
    const arrays = arraysOf(schema, schemas);
    const invalid = (check: ValidateFunction) =>
      ({ kind: 'invalid', violations: explain(check, schemas, describe) }) as const;

    return (body) => {
      const beginning = shortenArrays(body, arrays);
      if (!checkAll(beginning)) return invalid(checkAll);
      if (beginning === body) return { kind: 'valid', body: beginning };
      checkFirst ??= compile<Body>(schema, { allErrors: false });

      return checkFirst(body) ? { kind: 'valid', body } : invalid(checkFirst);
    };
  };

  return { calculateFee: named('FeeRequest'), attachSale: named('SaleRequest') };
}

/** Collects all violations in this many entries of an array; in the rest, only the first violation. */
const MAX_ENTRIES = 1_000;

/** The names of the fields that are arrays. */
function arraysOf(schema: string, schemas: Schemas): readonly string[] {
  const fields = Object.entries(schemas[schema]?.properties ?? {});

  return fields.filter(([, field]) => follow(field, schemas)?.type === 'array').map(([name]) => name);
}

/** Truncates long arrays: explaining hundreds of thousands of violations would take seconds. */
function shortenArrays(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const fields = body as Readonly<Record<string, unknown>>;
  const isLong = (value: unknown) => Array.isArray(value) && value.length > MAX_ENTRIES;
  if (!names.some((name) => isLong(fields[name]))) return body;
  const shortened = Object.entries(fields).map(([name, value]) => [
    name,
    names.includes(name) && isLong(value) ? (value as readonly unknown[]).slice(0, MAX_ENTRIES) : value,
  ]);

  return Object.fromEntries(shortened);
}

/**
 * Compiles the JSON Schema of a configuration file. `x-expected` describes the expected value of a keyword.
 *
 * @throws Error if the schema does not compile, which is a fault of the installation
 */
export function compileFileSchema(
  schema: ContractSchema,
  describe: DescribeValue,
): (value: unknown) => readonly Violation[] {
  const check = createAjv().compile(schema);

  return (value) => (check(value) ? [] : explain(check, schema.$defs ?? {}, describe));
}

/**
 * Compiles the JSON Schema of generated data, such as a report; returns problems with their places.
 *
 * @throws Error if the schema does not compile, which is a fault of the installation
 */
export function compileDataSchema(
  { $schema: _, ...schema }: object & { readonly $schema?: string },
  describe: DescribeValue,
) {
  const check = createAjv({ strictRequired: false, validateFormats: false }).compile(schema);

  return (value: unknown): readonly string[] => {
    check(value);

    return (check.errors ?? []).map(
      ({ instancePath, message, data }) =>
        `${instancePath === '' ? 'the whole' : instancePath.slice(1)}: ${message}, got ${describe(data, { name: fieldAt(instancePath) })}`,
    );
  };
}

function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    // Validating the schemas would take most of the time; a test does it.
    validateSchema: false,
    ...options,
  });
  ajv.addVocabulary(['x-section', 'x-rules', 'x-expected', 'components']);

  return ajv;
}

type Schemas = ContractDocument['components']['schemas'];

function explain(check: ValidateFunction, schemas: Schemas, describe: DescribeValue): Violation[] {
  const violations = new Map<string, Violation>();
  for (const error of essential(check.errors ?? [])) {
    const violation = toViolation(error, schemas, describe);
    violations.set(`${violation.pointer} ${violation.rule} ${violation.got}`, violation);
  }

  return [...violations.values()];
}

/** For an `anyOf`, keeps the errors of all branches, or only the `anyOf` if every branch misses a field. */
function essential(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choice = errors.find(({ keyword }) => keyword === 'anyOf');
  if (choice === undefined) return errors;
  const branches = (choice.schema as readonly ContractSchema[]).length;
  const lacking = errors.filter(
    (error) => error.keyword === 'required' && error.instancePath === choice.instancePath,
  );
  const others = errors.filter((error) => error !== choice && !lacking.includes(error));

  return lacking.length === branches ? [...others, choice] : others;
}

function toViolation(error: ErrorObject, schemas: Schemas, describe: DescribeValue): Violation {
  const holder = error.parentSchema as ContractSchema;
  const missing = nameIn(error, 'required', 'missingProperty');
  const surplus = nameIn(error, 'additionalProperties', 'additionalProperty');
  const about = missing === undefined ? holder : follow(holder.properties?.[missing], schemas);
  const rule = about?.['x-rules']?.[error.keyword] as RuleId | undefined;
  const field = missing ?? surplus;

  return {
    ...(rule === undefined ? {} : { rule }),
    section: about?.['x-section'] ?? '4',
    pointer: field === undefined ? error.instancePath : `${error.instancePath}/${field}`,
    expected:
      surplus === undefined
        ? (about?.['x-expected'] ?? error.message ?? error.keyword)
        : `one of the keys ${Object.keys(holder.properties ?? {}).join(', ')}`,
    got:
      surplus ??
      (missing === undefined ? describe(error.data, { name: fieldAt(error.instancePath) }) : 'nothing'),
  };
}

/** The name of the field at a JSON pointer; for an entry of an array, the name of the array. */
function fieldAt(pointer: string): string {
  return pointer.split('/').findLast((token) => !/^\d*$/.test(token)) ?? '';
}

function nameIn({ keyword, params }: ErrorObject, wanted: string, name: string): string | undefined {
  return keyword === wanted ? String(params[name]) : undefined;
}

function follow(schema: ContractSchema | undefined, schemas: Schemas): ContractSchema | undefined {
  const target = schema?.$ref?.split('/').at(-1);

  return target === undefined ? schema : schemas[target];
}
