/** Compiles the validators of the contract's request bodies. */
import type { ContractDocument } from './document.ts';
import {
  createAjv,
  type DescribeValue,
  essential,
  explain,
  follow,
  type Schemas,
  subjectOf,
  type ValidateFunction,
} from './json-schema.ts';
import type { RuleId } from './rule-ids.ts';
import type { OperationId, RequestBody, Violation } from './types.ts';

/** The typed body, or all violations. */
type Validated<Body> =
  | { readonly kind: 'valid'; readonly body: Body }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

type Validate<Body> = (body: unknown) => Validated<Body>;

/** The validator of each operation's request body. */
export type Validators = { readonly [O in OperationId]: Validate<RequestBody[O]> };

/**
 * Compiles the validators of the request bodies of all operations.
 *
 * @throws Error if a schema of the contract does not compile, which is a fault of the installation
 */
export function compileValidators(contract: ContractDocument, describe: DescribeValue): Validators {
  const { schemas } = contract.components;
  const compile = <Body>(schema: string, options?: Parameters<typeof createAjv>[0]) => {
    const ajv = createAjv(options).addSchema({ $id: 'contract', components: contract.components });

    return ajv.compile<Body>({ $ref: `contract#/components/schemas/${schema}` });
  };

  const named = <Body>(schema: string): Validate<Body> => {
    const checkAll = compile<Body>(schema);
    // Compiled on demand: few requests need it.
    let checkFirst: ValidateFunction<Body> | undefined;
    const arrays = arraysOf(schema, schemas);
    const invalid = (check: ValidateFunction) =>
      ({ kind: 'invalid', violations: violationsOf(check, schemas, describe) }) as const;

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

function violationsOf(check: ValidateFunction, schemas: Schemas, describe: DescribeValue): Violation[] {
  const violations = new Map<string, Violation>();
  for (const error of essential(check.errors ?? [])) {
    const { known: _, ...problem } = explain(error, schemas, describe);
    const about = subjectOf(error, schemas);
    const rule = about?.['x-rules']?.[error.keyword] as RuleId | undefined;
    const violation = {
      ...(rule === undefined ? {} : { rule }),
      section: about?.['x-section'] ?? '4',
      ...problem,
    };
    violations.set(`${violation.pointer} ${violation.rule} ${violation.got}`, violation);
  }

  return [...violations.values()];
}
