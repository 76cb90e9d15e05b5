/** A fee and how it came about. */
import type { Card } from './cards/card.ts';
import type { Processor } from './merchants/merchant.ts';
import { roundToCents, type Share, type Usd } from './money.ts';
import type { Sale } from './pricing/model.ts';
import { type Line, linesOf, type Terms } from './pricing/terms.ts';
import type { Region } from './regions/region.ts';

/** What bounds a fee. */
export interface Cap {
  /** The bound as a share of the amount. */
  readonly share: Share;
  /** The bound in US dollars, not rounded. */
  readonly limit: Usd;
  /** Whether the lines add up to more than the limit, so that the fee is the cap. */
  readonly applied: boolean;
}

/**
 * The answer to a request that can be priced. Amounts are exact, in US dollars.
 *
 * A class, because the lines are worked out only when somebody reads them: a copy made by spreading has none.
 */
export class Quoted {
  readonly kind = 'quoted';
  /** Rounded to cents, and never negative. */
  readonly fee: Usd;
  /** What the lines add up to: the fee before cap and rounding. */
  readonly sum: Usd;
  readonly cap: Cap | undefined;
  readonly amount: Usd;
  readonly processor: Pick<Processor, 'mid' | 'name' | 'model'>;
  readonly card: Card;
  readonly region: Region;
  readonly #terms: Terms;

  constructor(sale: Sale, processor: Processor, terms: Terms) {
    this.amount = sale.amount;
    this.card = sale.card;
    this.region = sale.region;
    this.processor = processor;
    this.#terms = terms;
    this.sum = sale.amount.times(terms.share).plus(terms.fixed);
    this.cap = capOf(sale.amount, terms.cap, this.sum);
    // Rounding keeps the order of amounts: the smaller one rounded is the smaller of the two rounded.
    this.fee = roundToCents(this.cap?.applied === true ? this.cap.limit : this.sum);
  }

  get lines(): readonly Line[] {
    return linesOf(this.#terms, this.amount);
  }
}

function capOf(amount: Usd, share: Share | undefined, sum: Usd): Cap | undefined {
  if (share === undefined) return undefined;

  const limit = amount.times(share);
  return { share, limit, applied: limit.lessThan(sum) };
}
