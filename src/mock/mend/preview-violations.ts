/** Previews the violations of a request if it arrived now. Records nothing. */
import type { FeeRequest, OperationId, Violation } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import { hasIdentifier } from '../../ledger/accounts.ts';
import type { Identifiers } from '../../ledger/ledger.ts';
import type { Behavior } from '../behavior.ts';
import type { HandlerContext, ParsedRequest } from '../request.ts';
import { createCall, validate } from '../stages/validate.ts';
import { feeViolations, refuseIdentifiers } from '../stages/violations.ts';

export type PreviewViolations = (
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
) => Promise<readonly Violation[]>;

/** @param overrule the hook `validate` of the behaviors; without it the contract alone counts */
export function createPreview(
  validators: Validators,
  overrule: NonNullable<Behavior['validate']> = (violations) => violations,
): PreviewViolations {
  return async (operation, request, context) => {
    const found = validate(validators, operation, request, context);
    const call = createCall(operation, request, context, found);
    const violations = overrule(found, call);
    if (violations.length > 0) return violations;
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
  by: Identifiers,
  { merchant, ledger }: HandlerContext,
): Promise<readonly Violation[]> {
  if (!hasIdentifier(by)) return [];
  const found = await ledger.find(merchant.name, by);
  // A first fee call may have an mTxId that is still unknown.
  const isFirst = operation === 'calculateFee' && by.sTxId === undefined;

  return found.kind === 'found' || isFirst ? [] : refuseIdentifiers(operation, found, by).violations;
}
