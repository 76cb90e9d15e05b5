/** The validators of the contract's request bodies: Ajv compiles them when the contract changes, not when a mock starts. */
import type { ValidateFunction } from '../reading/ajv.ts';
import {
  type DescribeValue,
  essential,
  explain,
  follow,
  type Schemas,
  subjectOf,
} from '../reading/json-schema.ts';
import type { ContractDocument } from './document.ts';
import type { RuleId } from './rule-ids.ts';
import type { OperationId, RequestBody, Violation } from './types.ts';
import { allErrors, firstError } from './validators.gen.ts';

/** The typed body, or all violations. */
type Validated<Body> =
  | { readonly kind: 'valid'; readonly body: Body }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

type Validate<Body> = (body: unknown) => Validated<Body>;

/** The validator of each operation's request body. */
export type Validators = { readonly [O in OperationId]: Validate<RequestBody[O]> };

/** The validators of the request bodies of all operations. They keep nothing from one call to the next. */
export function createValidators(contract: ContractDocument, describe: DescribeValue): Validators {
  const { schemas } = contract.components;

  const named = <Body>(schema: keyof typeof allErrors): Validate<Body> => {
    const [checkAll, checkFirst] = [allErrors[schema], firstError[schema]];
    const arrays = arraysOf(schema, schemas);
    const invalid = (check: ValidateFunction) =>
      ({ kind: 'invalid', violations: violationsOf(check, schemas, describe) }) as const;

    return (body) => {
      const beginning = shortenArrays(body, arrays);
      if (!checkAll(beginning)) return invalid(checkAll);

      return beginning === body || checkFirst(body)
        ? { kind: 'valid', body: body as Body }
        : invalid(checkFirst);
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
