/** Previews the violations of a request if it arrived now. Records nothing. */
import type { FeeRequest, OperationId, Violation } from '../../contract/types.ts';
import { hasIdentifier } from '../../ledger/accounts.ts';
import type { Identifiers } from '../../ledger/ledger.ts';
import type { HandlerContext, ParsedRequest } from '../request.ts';
import { feeViolations, refuseIdentifiers, type Validate } from '../stages/validate.ts';

export type PreviewViolations = (
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
) => Promise<readonly Violation[]>;

export function createPreview(validate: Validate): PreviewViolations {
  return async (operation, request, context) => {
    const { call, violations } = validate(operation, request, context);
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
