/** The model `interchange-plus`: interchange, network fee, markup and the service's share. */
import { readInterchange } from './interchange.ts';
import type { PricingModel } from './model.ts';
import { fixed, serviceShare, share } from './terms.ts';

export const interchangePlus: PricingModel = (parameters) => {
  const interchange = readInterchange(parameters);
  const markup = parameters.mapping('markup', 'The markup of the processor or gateway.');
  const service = parameters.mapping(
    'service',
    "The service's part, which is not a cost of accepting the card.",
  );

  return interchange([
    share('markup share', markup.percent('percent', 'A share of the amount.')),
    fixed('markup fixed', markup.usd('fixed', 'A fixed amount for each transaction.')),
    serviceShare('service share', service.percent('percent', 'A share of the amount.')),
  ]);
};
