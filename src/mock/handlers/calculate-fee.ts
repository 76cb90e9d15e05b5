/** POST /v1/ch (document 4.1). The request already fits the contract. */
import { after } from '../../ledger/after.ts';
import { accepted, type Handler } from '../handler.ts';
import { feeReasons, unfound } from '../reasons.ts';
import { refuse } from '../refusal.ts';

export const calculateFee: Handler<'calculateFee'> = (request, { merchant, engine, ledger, today }) => {
  const asOf = today();
  const quote = engine.quote(request, asOf);
  if (quote.kind === 'refused') return refuse('content-refused', feeReasons(quote, request));
  const { transactionFee: fee, waivers } = quote;

  return after(ledger.record(merchant.name, request, { request, waivers, fee, asOf }), (recorded) =>
    recorded.kind === 'opened' || recorded.kind === 'updated'
      ? accepted({ transactionFee: fee, sTxId: recorded.transaction.sTxId, message: 'ok' })
      : unfound('calculateFee', recorded, request),
  );
};
