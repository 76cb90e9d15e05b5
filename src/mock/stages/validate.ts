/** The stage validate: headers and body against the contract, and what only the engine can check. */
import type { FeeRequest, OperationId, Violation } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import {
  type Call,
  type HandlerContext,
  isFields,
  type ParsedRequest,
  VALID_FEE_REQUEST,
} from '../request.ts';
import { headerViolations } from './required-headers.ts';
import { feeViolations } from './violations.ts';

/** @returns all violations at once: where the contract is broken, those of the engine as well */
export function validate(
  validators: Validators,
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
): readonly Violation[] {
  const found = contractViolations(validators, operation, request);
  if (found.length === 0 || operation !== 'calculateFee') return found;

  return [...found, ...engineViolations(request.body, found, context)];
}

/** @param violations those of the contract */
export function createCall(
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
  violations: readonly Violation[],
): Call {
  return { operation, request, fields: isFields(request.body) ? request.body : {}, context, violations };
}

/** The violations of the contract in headers and body of a request. */
export function contractViolations(
  validators: Validators,
  operation: OperationId,
  { headers, body }: ParsedRequest,
): readonly Violation[] {
  const ofHeaders = headerViolations(headers);
  const validated = validators[operation](body);

  return validated.kind === 'valid' ? ofHeaders : [...ofHeaders, ...validated.violations];
}

function engineViolations(
  body: unknown,
  found: readonly Violation[],
  { engine, today }: HandlerContext,
): readonly Violation[] {
  if (!isFields(body)) return [];
  const broken = brokenFields(found);
  const unbroken = Object.entries(body).filter(([field]) => !broken.has(field));
  // Valid values replace the broken ones and are not judged; the amount 0 is part of any total.
  const request: FeeRequest = { ...VALID_FEE_REQUEST, amount: 0, ...Object.fromEntries(unbroken) };
  const quote = engine.quote(request, today());
  if (quote.kind === 'quoted') return [];

  return feeViolations(quote, request).filter(({ pointer }) => !broken.has(pointer.slice(1)));
}

/** The meaning of a region depends on its country. */
function brokenFields(found: readonly Violation[]): ReadonlySet<string> {
  const broken = new Set(found.map(({ pointer }) => pointer.split('/')[1] ?? ''));

  return broken.has('country') ? broken.add('region') : broken;
}
