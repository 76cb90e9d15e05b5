/** The model `interchange-plus`: interchange, network fee, markup and the service's share. */
import { interchangePrice } from './interchange.ts';
import type { PricingModel } from './model.ts';
import { fixed, serviceShare, share } from './terms.ts';

export const interchangePlus: PricingModel<'interchange-plus'> = (parameters) =>
  interchangePrice(parameters, [
    share('markup share', parameters.markup.percent),
    fixed('markup fixed', parameters.markup.fixed),
    serviceShare('service share', parameters.service.percent),
  ]);
