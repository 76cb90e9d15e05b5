/** The model `membership`: interchange, network fee and a fixed fee, without the monthly subscription. */
import { interchangePrice } from './interchange.ts';
import type { PricingModel } from './model.ts';
import { fixed } from './terms.ts';

export const membership: PricingModel<'membership'> = (parameters) =>
  interchangePrice(parameters, [fixed('membership fixed', parameters.fixed)]);
