/** All pricing models by their names in merchant files. To add one, add its file, its schema and an entry here. */
import type { Schemas } from '../merchants/merchants.gen.ts';
import { bands } from './bands.ts';
import { flat } from './flat.ts';
import { interchangePlus } from './interchange-plus.ts';
import { membership } from './membership.ts';
import type { ModelName, Price, PricingModel } from './model.ts';
import { percentPlusFixed } from './percent-plus-fixed.ts';
import { tiered } from './tiered.ts';

export const PRICING_MODELS: { readonly [M in ModelName]: PricingModel<M> } = {
  'interchange-plus': interchangePlus,
  tiered,
  'percent-plus-fixed': percentPlusFixed,
  flat,
  bands,
  membership,
};

export function priceOf(pricing: Schemas['pricing']): Price {
  const model = PRICING_MODELS[pricing.model] as (parameters: Schemas['pricing']) => Price;

  return model(pricing);
}
