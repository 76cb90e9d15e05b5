/** The stage validate: headers and body against the contract, and what only the engine can check. */
import type { FeeRequest, OperationId, Violation } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import { type HandlerContext, isFields, type ParsedRequest } from '../request.ts';
import { headerViolations, isRequestedWithXhr } from './required-headers.ts';
import { feeViolations } from './violations.ts';

/** How a request breaks the contract. */
export type ContractCheck = (
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
) => readonly Violation[];

/** @returns all violations at once: where the contract is broken, those of the engine as well */
export function createContractCheck(validators: Validators): ContractCheck {
  return (operation, request, context) => {
    const found = contractViolations(validators, operation, request);
    if (found.length === 0 || operation !== 'calculateFee') return found;

    return [...found, ...engineViolations(request.body, found, context)];
  };
}

/** What headers and body of a request break. */
export function contractViolations(
  validators: Validators,
  operation: OperationId,
  { headers, body }: ParsedRequest,
): readonly Violation[] {
  const validated = validators[operation](body);
  if (validated.kind === 'valid' && isRequestedWithXhr(headers)) return [];

  return [...headerViolations(headers), ...(validated.kind === 'invalid' ? validated.violations : [])];
}

/** Takes the place of each broken field; the engine is not asked about such a field. */
const VALID: FeeRequest = { amount: 0, nicn: '424242', region: 'AZ' };

function engineViolations(
  body: unknown,
  found: readonly Violation[],
  { engine, today }: HandlerContext,
): readonly Violation[] {
  if (!isFields(body)) return [];
  const broken = brokenFields(found);
  const unbroken = Object.entries(body).filter(([field]) => !broken.has(field));
  const request: FeeRequest = { ...VALID, ...Object.fromEntries(unbroken) };
  const quote = engine.quote(request, today());
  if (quote.kind === 'quoted') return [];

  return feeViolations(quote, request).filter(({ pointer }) => !broken.has(pointer.slice(1)));
}

/** The meaning of a region depends on its country. */
function brokenFields(found: readonly Violation[]): ReadonlySet<string> {
  const broken = new Set(found.map(({ pointer }) => pointer.split('/')[1] ?? ''));

  return broken.has('country') ? broken.add('region') : broken;
}
