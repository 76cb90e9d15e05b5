/** What a pricing model is: it reads its parameters once and gives a price that cannot fail and never rounds. */
import type { Parameters } from '../reading/parameters.ts';
import type { Sale } from '../sale.ts';
import type { Terms } from './terms.ts';

/** The terms of a sale, or nothing where no row of the price is for its card. */
export type Price = (sale: Sale) => Terms | undefined;

export type PricingModel = (parameters: Parameters) => Price;
