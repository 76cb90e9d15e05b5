/** POST /v1/ch/sale (document 4.2). The request already fits the contract. */
import { after } from '../../ledger/after.ts';
import { accepted, type Handler } from '../handler.ts';
import { unfound } from '../reasons.ts';

export const attachSale: Handler<'attachSale'> = (request, { merchant, ledger }) =>
  after(ledger.attach(merchant.name, request, request), (attached) =>
    attached.kind === 'attached'
      ? accepted({ sTxId: attached.transaction.sTxId })
      : unfound('attachSale', attached, request),
  );
