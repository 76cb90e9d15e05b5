/** What a pricing model is: it reads its parameters once and gives a price that cannot fail and never rounds. */
import type { Card } from '../cards/card.ts';
import type { Parameters } from '../merchants/parameters.ts';
import type { Usd } from '../money.ts';
import type { Region } from '../regions/region.ts';
import type { Terms } from './terms.ts';

/** What a price may depend on. */
export interface Sale {
  readonly amount: Usd;
  readonly card: Card;
  readonly region: Region;
}

export type Price = (sale: Sale) => Terms;

export type PricingModel = (parameters: Parameters) => Price;
