/** POST /v1/ch (section 4.1). The request already fits the contract. */
import type { FeeRequest, FeeResponse } from '../../contract/types.ts';
import type { Awaitable } from '../../ledger/ledger.ts';
import { thenSync } from '../../ledger/then-sync.ts';
import { refuse } from '../refusal.ts';
import type { HandlerContext } from '../request.ts';
import { accepted, type Outcome } from '../response.ts';
import { feeViolations, refuseIdentifiers } from './violations.ts';

export function calculateFee(
  request: FeeRequest,
  { merchant, engine, ledger, today }: HandlerContext,
): Awaitable<Outcome<FeeResponse>> {
  const asOf = today();
  const quote = engine.quote(request, asOf);
  if (quote.kind === 'refused') return refuse('content-refused', feeViolations(quote, request));
  const { transactionFee: fee, waivers } = quote;

  return thenSync(ledger.record(merchant.name, request, { request, waivers, fee, asOf }), (recorded) =>
    recorded.kind === 'opened' || recorded.kind === 'updated'
      ? accepted({ transactionFee: fee, sTxId: recorded.transaction.sTxId, message: 'ok' })
      : refuseIdentifiers('calculateFee', recorded, request),
  );
}
