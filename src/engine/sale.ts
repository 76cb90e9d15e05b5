/** One sale, the input of every pricing model. */
import type { Card } from './cards/card.ts';
import type { Day } from './day.ts';
import { ONE, type Usd, usd } from './money.ts';
import type { Region } from './regions/regions.ts';

/** How parts of one total are priced (document 2.1, multi-pay). */
export interface MultiPay {
  /** Whether each part pays the fixed fees in full, or in proportion to its amount. */
  readonly fixed: Sharing;
  /** The same for caps in US dollars; caps as a share of the amount are proportional anyway. */
  readonly cap: Sharing;
}

/** The default: each part is priced separately. */
export const SEPARATE: MultiPay = { fixed: 'each', cap: 'each' };

export type Sharing = 'each' | 'shared';

export interface PricedSale {
  /** In US dollars. */
  readonly amount: number;
  /** In US dollars; equals the amount unless the sale is a part of a larger total. */
  readonly total: number;
  readonly card: Card;
  /** As the call names it, ISO 3166-1 numeric: a territory by its own code, while its region belongs to `840`. */
  readonly country: string;
  readonly region: Region;
  readonly multiPay: MultiPay;
  /** The entries of `data`, which may waive the fee. */
  readonly data: readonly string[];
  /** The day of the sale; undefined: all rules without an end date apply. */
  readonly asOf: Day | undefined;
}

/** The amount that selects a band: the total if the parts share the fixed fees. */
export function pricedAmount({ amount, total, multiPay }: PricedSale): Usd {
  return usd(multiPay.fixed === 'shared' ? total : amount);
}

/** Whether other parts of the total pay a share of this sale's price. */
export function isShared({ amount, total, multiPay }: PricedSale): boolean {
  return amount !== total && (multiPay.fixed === 'shared' || multiPay.cap === 'shared');
}

/** The divisor of shared parts; 1 if nothing is shared. */
export function divisorOf(sale: PricedSale): Usd {
  return isShared(sale) ? usd(sale.total) : ONE;
}
