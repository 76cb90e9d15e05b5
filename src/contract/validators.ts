/** The validators of the contract's request bodies, which Ajv compiles when the contract changes. */

import type { ErrorObject, ValidateFunction } from '../reading/ajv.ts';
import {
  type DescribeValue,
  essential,
  explain,
  follow,
  type Schemas,
  subjectOf,
} from '../reading/json-schema.ts';
import type { JsonObject } from '../text/json-object.ts';
import type { ContractDocument } from './document.ts';
import type { RuleId } from './rule-ids.ts';
import type { OperationId, RequestBody, Violation } from './types.ts';
import { VALIDATORS } from './validators.gen.ts';

/** The typed body, or all violations. */
type Validated<Body> =
  | { readonly kind: 'valid'; readonly body: Body }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

type ValidateBody<Body> = (body: unknown) => Validated<Body>;

/** The validator of each operation's request body. */
export type Validators = { readonly [O in OperationId]: ValidateBody<RequestBody[O]> };

/** The validators of the request bodies of all operations. They keep nothing from one call to the next. */
export function createValidators(contract: ContractDocument, describe: DescribeValue): Validators {
  const { schemas } = contract.components;

  const named = <Body>(schema: keyof typeof VALIDATORS): ValidateBody<Body> => {
    const [check, arrays] = [VALIDATORS[schema], arraysOf(schema, schemas)];
    const invalid = (errors: readonly ErrorObject[] | null = []) =>
      ({ kind: 'invalid', violations: violationsOf(errors ?? [], schemas, describe) }) as const;

    return (body) => {
      const beginning = shortenArrays(body, arrays);
      if (!check(beginning)) return invalid(check.errors);
      const error =
        beginning === body ? undefined : firstBeyond(beginning, body as JsonObject, check, arrays);

      return error === undefined ? { kind: 'valid', body: body as Body } : invalid([error]);
    };
  };

  return { calculateFee: named('FeeRequest'), attachSale: named('SaleRequest') };
}

/** Collects all violations in this many entries of an array; in the rest, only the first violation. */
const MAX_ENTRIES = 1_000;

/** The first error in the rest of the arrays, whose beginnings are valid. */
function firstBeyond(
  beginning: JsonObject,
  body: JsonObject,
  check: ValidateFunction,
  names: readonly string[],
): ErrorObject | undefined {
  for (const name of names) {
    const entries = Array.isArray(body[name]) ? body[name] : [];
    for (let at = MAX_ENTRIES; at < entries.length; at += MAX_ENTRIES) {
      if (check({ ...beginning, [name]: entries.slice(at, at + MAX_ENTRIES) })) continue;
      const [error] = check.errors ?? [];
      const moved = (index: string) => String(Number(index) + at);

      return error && { ...error, instancePath: error.instancePath.replace(/\d+$/, moved) };
    }
  }

  return undefined;
}

/** The names of the fields that are arrays. */
function arraysOf(schema: string, schemas: Schemas): readonly string[] {
  const fields = Object.entries(schemas[schema]?.properties ?? {});

  return fields.filter(([, field]) => follow(field, schemas)?.type === 'array').map(([name]) => name);
}

/** Truncates long arrays: explaining hundreds of thousands of violations would take seconds. Or returns the same body. */
function shortenArrays(body: unknown, names: readonly string[]): JsonObject {
  const fields = body as JsonObject;
  const long = names.filter((name) => {
    const value = fields?.[name];

    return Array.isArray(value) && value.length > MAX_ENTRIES;
  });
  if (long.length === 0) return fields;

  return {
    ...fields,
    ...Object.fromEntries(long.map((name) => [name, (fields[name] as unknown[]).slice(0, MAX_ENTRIES)])),
  };
}

function violationsOf(
  errors: readonly ErrorObject[],
  schemas: Schemas,
  describe: DescribeValue,
): Violation[] {
  const violations = new Map<string, Violation>();
  for (const error of essential(errors)) {
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
