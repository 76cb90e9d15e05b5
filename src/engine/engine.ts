/** From a merchant to its fees: the one place where processor, region, card and price meet. */
import { amountReasons } from './amounts.ts';
import { cardOf } from './cards/card.ts';
import { processorFinder } from './find-processor.ts';
import type { Merchant } from './merchants/merchant.ts';
import { usd } from './money.ts';
import { Quoted } from './quoted.ts';
import type { Refused } from './refused.ts';
import { recogniseRegion } from './regions/region.ts';
import type { QuoteRequest } from './request.ts';

export type Quote = Quoted | Refused;

export interface FeeEngine {
  /**
   * Prices one transaction (document 4.1): `quoted` with the fee in US dollars and how it came about, or
   * `refused` with every reason. Pure: equal requests have equal quotes. Throws nothing.
   */
  readonly quote: (request: QuoteRequest) => Quote;
}

/** The fees of one merchant, as its processors price them (document 1). Nothing can fail once it is made. */
export function createFeeEngine(merchant: Merchant): FeeEngine {
  const findProcessor = processorFinder(merchant);

  return {
    quote(request) {
      const processor = findProcessor(request.processor);
      const region = recogniseRegion(request.region, request.country);
      const amounts = amountReasons(request);

      if (processor.kind === 'refused' || region.kind === 'refused' || amounts.length > 0) {
        const lookups = [processor, region].filter((finding) => finding.kind === 'refused');
        return { kind: 'refused', reasons: [...amounts, ...lookups.map(({ reason }) => reason)] };
      }

      const sale = { amount: usd(request.amount), card: cardOf(request.nicn), region: region.value };
      return new Quoted(sale, processor.value, processor.value.price(sale));
    },
  };
}
