/** The type of a pricing model. */
import type { Schemas } from '../merchants/merchants.gen.ts';
import type { PricedSale } from '../sale.ts';
import type { Terms } from './terms.ts';

export type ModelName = Schemas['pricing']['model'];

/** Reads its parameters, which fit the schema, once and returns a price function. */
export type PricingModel<M extends ModelName> = (
  parameters: Extract<Schemas['pricing'], { readonly model: M }>,
) => Price;

/** Returns the terms of a sale, or the policy for a card without a row. Never throws or rounds. */
export type Price = (sale: PricedSale) => Terms | Unlisted;

export type Unlisted = Schemas['unlisted'];
