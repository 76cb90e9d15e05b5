/** POST /v1/ch/sale (document 4.2). The request already fits the contract. */
import { accepted, type Handler } from '../handler.ts';
import { unfound } from '../reasons.ts';

export const attachSale: Handler<'attachSale'> = async (request, { merchant, ledger }) => {
  const attached = await ledger.attach(merchant.name, request, request);
  if (attached.kind !== 'attached') return unfound('attachSale', attached, request);

  return accepted({ sTxId: attached.transaction.sTxId });
};
