/** The type of a pricing model: reads its parameters once and returns a price function. */
import type { Parameters } from '../reading/parameters.ts';
import type { Sale } from '../sale.ts';
import type { Terms } from './terms.ts';
import type { Unlisted } from './unlisted.ts';

/** Returns the terms of a sale, or the policy for a card without a row. Never throws or rounds. */
export type Price = (sale: Sale) => Terms | Unlisted;

export type PricingModel = (parameters: Parameters) => Price;
