/** POST /v1/ch/sale (section 4.2). The request already fits the contract. */
import type { SaleRequest, SaleResponse } from '../../contract/types.ts';
import type { Awaitable } from '../../ledger/ledger.ts';
import { thenSync } from '../../ledger/then-sync.ts';
import type { HandlerContext } from '../request.ts';
import { accepted, type Outcome } from '../response.ts';
import { refuseIdentifiers } from './violations.ts';

export function attachSale(
  request: SaleRequest,
  { merchant, ledger }: HandlerContext,
): Awaitable<Outcome<SaleResponse>> {
  return thenSync(ledger.attach(merchant.name, request, request), (attached) =>
    attached.kind === 'attached'
      ? accepted({ sTxId: attached.transaction.sTxId })
      : refuseIdentifiers('attachSale', attached, request),
  );
}
