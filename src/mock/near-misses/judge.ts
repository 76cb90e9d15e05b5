/** What would be wrong with a request if it came now. Nothing is kept, and nobody is answered. */
import type { FeeRequest, OperationId, RequestBody, Violation } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import type { Naming } from '../../ledger/ledger.ts';
import { isNaming } from '../../ledger/locate.ts';
import { type Check, createCheck, type Visit } from '../check.ts';
import { FORESEE } from '../foresee.ts';
import type { Context } from '../handler.ts';
import { feeReasons, unfound } from '../reasons.ts';
import { headerViolations, isJsonType } from '../required-headers.ts';

export type Judge = (operation: OperationId, visit: Visit, context: Context) => Promise<readonly Violation[]>;

/** By the document, whatever choices and defects would make of it. */
export function createJudge(validators: Validators): Judge {
  const checks = {
    calculateFee: createCheck<'calculateFee'>(validators.calculateFee, FORESEE.calculateFee),
    attachSale: createCheck<'attachSale'>(validators.attachSale, FORESEE.attachSale),
  };

  return (operation, visit, context) => judgeBy(operation, checks[operation], visit, context);
}

/** By a check, and then by what engine and ledger would object to. */
export async function judgeBy<O extends OperationId>(
  operation: O,
  check: Check<O>,
  visit: Visit,
  context: Context,
): Promise<readonly Violation[]> {
  const checked = check(visit, context);
  if (checked.kind === 'invalid') return checked.violations;
  // On the line nobody comes to the check with a body that is not sent as JSON.
  if (!isJsonType(visit.headers['content-type'])) return headerViolations(visit.headers);
  const body: RequestBody[OperationId] = checked.body;
  const reasons = operation === 'calculateFee' ? quoteReasons(body as Partial<FeeRequest>, context) : [];

  return reasons.length > 0 ? reasons : identifierReasons(operation, body, context);
}

function quoteReasons(
  { amount, nicn, region, ...optional }: Partial<FeeRequest>,
  { engine, today }: Context,
): readonly Violation[] {
  // The check of the choice partial-update accepts an update that leaves out a field; the handler adds the field.
  if (amount === undefined || nicn === undefined || region === undefined) return [];
  const request = { amount, nicn, region, ...optional };
  const quote = engine.quote(request, today());

  return quote.kind === 'refused' ? feeReasons(quote, request) : [];
}

async function identifierReasons(
  operation: OperationId,
  by: Partial<Naming>,
  { merchant, ledger }: Context,
): Promise<readonly Violation[]> {
  if (!isNaming(by)) return [];
  const found = await ledger.find(merchant.name, by);
  // A first fee call may bring an mTxId that nobody knows yet.
  const isFirst = operation === 'calculateFee' && by.sTxId === undefined;

  return found.kind === 'found' || isFirst ? [] : unfound(operation, found, by).violations;
}
