/** The stage handle: from the fields of a valid request to its outcome, one handler for each operation. */
import type { FeeResponse, OperationId, RequestBody, SaleResponse } from '../../contract/types.ts';
import { refuse } from '../refusal.ts';
import type { Fields, HandlerContext, MerchantCall } from '../request.ts';
import { accepted, type HandlerOutcome } from '../response.ts';
import { feeViolations, refuseIdentifiers } from './validate.ts';

type OperationHandler<O extends OperationId> = (
  request: RequestBody[O],
  context: HandlerContext,
) => Promise<HandlerOutcome>;

/** An operation of the contract without a handler does not compile. */
const HANDLERS: { readonly [O in OperationId]: OperationHandler<O> } = { calculateFee, attachSale };

/** @param fields those of the call, or others that a behavior passes on */
export function handle(fields: Fields, { operation, context }: MerchantCall): Promise<HandlerOutcome> {
  // The validated fields are a request of this operation.
  return HANDLERS[operation](fields as never, context);
}

/** POST /v1/ch (section 4.1). */
async function calculateFee(
  request: RequestBody['calculateFee'],
  { merchant, engine, ledger, today }: HandlerContext,
): Promise<HandlerOutcome<FeeResponse>> {
  const asOf = today();
  const quote = engine.quote(request, asOf);
  if (quote.kind === 'refused') return refuse('content-refused', feeViolations(quote, request));
  const { transactionFee: fee, waivers } = quote;

  const recorded = await ledger.record(merchant.name, request, { request, waivers, fee, asOf });

  return recorded.kind === 'opened' || recorded.kind === 'updated'
    ? accepted({ transactionFee: fee, sTxId: recorded.transaction.sTxId, message: 'ok' }, quote)
    : refuseIdentifiers('calculateFee', recorded, request);
}

/** POST /v1/ch/sale (section 4.2). */
async function attachSale(
  request: RequestBody['attachSale'],
  { merchant, ledger }: HandlerContext,
): Promise<HandlerOutcome<SaleResponse>> {
  const attached = await ledger.attach(merchant.name, request, request);

  return attached.kind === 'attached'
    ? accepted({ sTxId: attached.transaction.sTxId })
    : refuseIdentifiers('attachSale', attached, request);
}
