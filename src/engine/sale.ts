/** One sale to be priced, as a price sees it. */
import type { Card } from './cards/card.ts';
import type { Day } from './day.ts';
import { ONE, type Usd, usd } from './money.ts';
import type { Region } from './regions/region.ts';

/** How parts of one total are priced (document 2.1, multi-pay). */
export interface MultiPay {
  /** Each part pays every fixed part in full, or its share of it: its amount in the total. */
  readonly fixed: Sharing;
  /** The same of a cap in US dollars. A cap that is a share of the amount is shared as it is. */
  readonly cap: Sharing;
}

export type Sharing = 'each' | 'shared';

export interface Sale {
  /** In US dollars. */
  readonly amount: number;
  /** In US dollars; the amount is a part of it. The amount itself, where there is no more to it. */
  readonly total: number;
  readonly card: Card;
  readonly region: Region;
  readonly multiPay: MultiPay;
  /** The entries of `data`, which may waive the fee. */
  readonly data: readonly string[];
  /** The day on which it is made; unknown, every rule counts that has no end. */
  readonly asOf: Day | undefined;
}

/** The amount that a price for a range of amounts goes by: the whole, where the parts share its price. */
export function pricedAmount({ amount, total, multiPay }: Sale): Usd {
  return usd(multiPay.fixed === 'shared' ? total : amount);
}

/** Whether something of this sale's price is paid in part by other parts of the total. */
export function isShared({ amount, total, multiPay }: Sale): boolean {
  return amount !== total && (multiPay.fixed === 'shared' || multiPay.cap === 'shared');
}

/** What shared parts are divided by; 1 where nothing is shared. */
export function divisorOf(sale: Sale): Usd {
  return isShared(sale) ? usd(sale.total) : ONE;
}
