/** Selects the request fields that a ledger stores: those that determine the fee (document 2.1). */
import type { QuoteRequest } from '../engine/index.ts';
import type { Calculation } from './ledger.ts';

/** Drops opaque data, except the entries of `data` that waived the fee. */
export function feeFields({ request, waivers = [] }: Pick<Calculation, 'request' | 'waivers'>): QuoteRequest {
  return waivers.length === 0 ? withoutData(request) : { ...withoutData(request), data: waivers };
}

function withoutData(request: QuoteRequest): QuoteRequest {
  const { amount, nicn, region, country, processor, totalAmount } = request;
  const hasOthers = country !== undefined || processor !== undefined || totalAmount !== undefined;

  // Most requests have only three fields: with a million transactions, empty properties would waste memory.
  return hasOthers ? { amount, nicn, region, country, processor, totalAmount } : { amount, nicn, region };
}
