/** What the mock would object to if a request arrived now. Records nothing. */
import type { FeeRequest, OperationId, Violation } from '../../contract/types.ts';
import type { Naming } from '../../ledger/ledger.ts';
import { isNaming } from '../../ledger/locate.ts';
import type { Behavior } from '../behavior.ts';
import { type Call, type HandlerContext, isFields, type ParsedRequest } from '../request.ts';
import { headerViolations, isJsonType } from './required-headers.ts';
import type { ContractCheck } from './validate.ts';
import { feeViolations, refuseIdentifiers } from './violations.ts';

export type Judge = (
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
) => Promise<readonly Violation[]>;

export function createCall(
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
  check: ContractCheck,
): Call {
  const fields = isFields(request.body) ? request.body : {};

  return { operation, request, fields, context, violations: check(operation, request, context) };
}

/** @param validate of the behaviors, where their view counts and not the document's alone */
export function createJudge(check: ContractCheck, validate?: Behavior['validate']): Judge {
  return async (operation, request, context) => {
    const call = createCall(operation, request, context, check);
    const violations = validate === undefined ? call.violations : validate(call.violations, call);
    if (violations.length > 0) return violations;
    // The stage parse refuses a body of another media type before it is validated.
    if (!isJsonType(request.headers['content-type'])) return headerViolations(request.headers);
    const reasons = operation === 'calculateFee' ? quoteViolations(call.fields, context) : [];

    return reasons.length > 0 ? reasons : identifierViolations(operation, call.fields, context);
  };
}

function quoteViolations(
  { amount, nicn, region, ...optional }: Partial<FeeRequest>,
  { engine, today }: HandlerContext,
): readonly Violation[] {
  // The choice partial-update accepts an update without these fields and adds them later.
  if (amount === undefined || nicn === undefined || region === undefined) return [];
  const request = { amount, nicn, region, ...optional };
  const quote = engine.quote(request, today());

  return quote.kind === 'refused' ? feeViolations(quote, request) : [];
}

async function identifierViolations(
  operation: OperationId,
  by: Partial<Naming>,
  { merchant, ledger }: HandlerContext,
): Promise<readonly Violation[]> {
  if (!isNaming(by)) return [];
  const found = await ledger.find(merchant.name, by);
  // A first fee call may have an mTxId that is still unknown.
  const isFirst = operation === 'calculateFee' && by.sTxId === undefined;

  return found.kind === 'found' || isFirst ? [] : refuseIdentifiers(operation, found, by).violations;
}
