/** The stage handle: from the fields of a valid request to its outcome, one handler for each operation. */
import { REQUIRED_FIELDS } from '../../contract/fields.gen.ts';
import type {
  FeeRequest,
  FeeResponse,
  OperationId,
  RequestBody,
  SaleResponse,
  Violation,
} from '../../contract/types.ts';
import type { Identifiers } from '../../ledger/ledger.ts';
import { refuse } from '../refusal.ts';
import type { Fields, HandlerContext, MerchantCall, ParsedRequest } from '../request.ts';
import { accepted, type HandlerOutcome } from '../response.ts';
import { feeViolations, refuseIdentifiers, type Validate } from './validate.ts';

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

/** The violations of a request if it arrived now. Records nothing. */
export type PreviewViolations = (
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
) => Promise<readonly Violation[]>;

export function createPreview(validate: Validate): PreviewViolations {
  return async (operation, request, context) => {
    const { call, violations } = validate(operation, request, context);
    const { fields } = call;
    // The choice partial-update accepts an update without required fields, and adds them later.
    const isPartial = operation === 'calculateFee' && REQUIRED_FIELDS.some((name) => !(name in fields));
    if (violations.length > 0 || isPartial) return violations;
    if (operation === 'calculateFee') {
      const sent = fields as unknown as FeeRequest;
      const quote = context.engine.quote(sent, context.today());
      if (quote.kind === 'refused') return feeViolations(quote, sent);
    }
    const by: Identifiers = fields;
    const found = await context.ledger.find(context.merchant.name, by);
    // A first fee call may have an mTxId that is still unknown.
    const isFirst = operation === 'calculateFee' && by.sTxId === undefined;

    return found.kind === 'found' || isFirst ? [] : refuseIdentifiers(operation, found, by).violations;
  };
}
