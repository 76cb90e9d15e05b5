/** The only file that knows Ajv: compiles the contract's schemas once, and says in words what a body breaks. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ContractDocument, ContractSchema } from './document.ts';
import { describeGot } from './got.ts';
import type { RuleId } from './rule-ids.ts';
import type { OperationId, RequestBody, ResponseBody, Violation } from './types.ts';

/** What validating gives: the body, typed from here on, or everything that is wrong with it. */
export type Validated<Body> =
  | { readonly kind: 'valid'; readonly body: Body }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

export type Validate<Body> = (body: unknown) => Validated<Body>;

export interface Validators {
  readonly request: { readonly [O in OperationId]: Validate<RequestBody[O]> };
  readonly response: { readonly [O in OperationId]: Validate<ResponseBody[O]> };
}

/**
 * Compiles the validators of all operations.
 *
 * @throws Error where a schema of the contract does not compile; that is a fault of this installation.
 */
export function compileValidators(contract: ContractDocument): Validators {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
  ajv.addVocabulary(['x-section', 'x-rules', 'x-expected', 'components']);
  ajv.addSchema({ $id: 'contract', components: contract.components });

  const named = <Body>(schema: string): Validate<Body> => {
    const check = ajv.compile<Body>({ $ref: `contract#/components/schemas/${schema}` });

    return (body) =>
      check(body)
        ? { kind: 'valid', body }
        : { kind: 'invalid', violations: explain(check, contract.components.schemas) };
  };

  return {
    request: { calculateFee: named('FeeRequest'), attachSale: named('SaleRequest') },
    response: { calculateFee: named('FeeResponse'), attachSale: named('SaleResponse') },
  };
}

type Schemas = ContractDocument['components']['schemas'];

function explain(check: ValidateFunction, schemas: Schemas): Violation[] {
  const told = new Map<string, Violation>();
  for (const error of essential(check.errors ?? [])) {
    const violation = toViolation(error, schemas);
    told.set(`${violation.pointer} ${violation.rule} ${violation.got}`, violation);
  }

  return [...told.values()];
}

/** Of an `anyOf`, keeps what every branch objects to, or the `anyOf` itself where each branch lacks a field. */
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

function toViolation(error: ErrorObject, schemas: Schemas): Violation {
  const holder = error.parentSchema as ContractSchema;
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
  const about = missing === undefined ? holder : follow(holder.properties?.[missing], schemas);
  const rule = about?.['x-rules']?.[error.keyword] as RuleId | undefined;

  return {
    ...(rule === undefined ? {} : { rule }),
    section: about?.['x-section'] ?? '4',
    pointer: missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`,
    expected: about?.['x-expected'] ?? error.message ?? error.keyword,
    got: missing === undefined ? describeGot(error.data) : 'nothing',
  };
}

function follow(schema: ContractSchema | undefined, schemas: Schemas): ContractSchema | undefined {
  const target = schema?.$ref?.split('/').at(-1);

  return target === undefined ? schema : schemas[target];
}
