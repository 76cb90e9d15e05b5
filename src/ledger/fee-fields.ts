/** What of a request a ledger keeps: the fields that make the fee (document 2.1), and no opaque data of any size. */
import type { QuoteRequest } from '../engine/index.ts';

export function feeFields(request: QuoteRequest): QuoteRequest {
  const { amount, nicn, region, country, processor, totalAmount } = request;
  const hasOthers = country !== undefined || processor !== undefined || totalAmount !== undefined;

  // Most requests have the three alone, and a million transactions would pay for the empty places.
  return hasOthers ? { amount, nicn, region, country, processor, totalAmount } : { amount, nicn, region };
}
