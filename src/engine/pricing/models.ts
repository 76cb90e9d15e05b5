/** Every pricing model, by the name that a merchant file calls it. A new model is its file and a line here. */
import { interchangePlus } from './interchange-plus.ts';
import type { PricingModel } from './model.ts';
import { percentPlusFixed } from './percent-plus-fixed.ts';

export const PRICING_MODELS: ReadonlyMap<string, PricingModel> = new Map([
  ['interchange-plus', interchangePlus],
  ['percent-plus-fixed', percentPlusFixed],
]);
