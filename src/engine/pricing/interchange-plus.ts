/** The model `interchange-plus`: interchange, network fee, markup and the service's share. */
import { readInterchange } from './interchange.ts';
import type { PricingModel } from './model.ts';
import { fixed, serviceShare, share } from './terms.ts';

export const interchangePlus: PricingModel = (parameters) => {
  const interchange = readInterchange(parameters);
  const markup = parameters.mapping('markup', 'What the processor or gateway adds.');
  const service = parameters.mapping('service', 'What the service keeps; no cost of accepting the card.');

  return interchange([
    share('markup share', markup.percent('percent', 'Of the amount.')),
    fixed('markup fixed', markup.usd('fixed', 'Charged for each transaction.')),
    serviceShare('service share', service.percent('percent', 'Of the amount.')),
  ]);
};
