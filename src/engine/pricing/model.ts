/** What a pricing model is: it reads its parameters once and gives a price that cannot fail and never rounds. */
import type { Parameters } from '../reading/parameters.ts';
import type { Sale } from '../sale.ts';
import type { Terms } from './terms.ts';
import type { Unlisted } from './unlisted.ts';

/** The terms of a sale, or what happens to its card where no row of the price is for it. */
export type Price = (sale: Sale) => Terms | Unlisted;

export type PricingModel = (parameters: Parameters) => Price;
