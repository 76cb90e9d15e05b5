/** What of a request a ledger keeps: the fields that make the fee (document 2.1), and no opaque data of any size. */
import type { QuoteRequest } from '../engine/index.ts';
import type { Calculation } from './ledger.ts';

/** With the entries of `data` that waived the fee, and no others. */
export function feeFields({ request, waivers = [] }: Pick<Calculation, 'request' | 'waivers'>): QuoteRequest {
  return waivers.length === 0 ? withoutData(request) : { ...withoutData(request), data: waivers };
}

function withoutData(request: QuoteRequest): QuoteRequest {
  const { amount, nicn, region, country, processor, totalAmount } = request;
  const hasOthers = country !== undefined || processor !== undefined || totalAmount !== undefined;

  // Most requests have the three alone, and a million transactions would pay for the empty places.
  return hasOthers ? { amount, nicn, region, country, processor, totalAmount } : { amount, nicn, region };
}
