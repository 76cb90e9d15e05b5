/** The model `percent-plus-fixed`, also called flat rate: one price for every card. */
import type { PricingModel } from './model.ts';
import { fixed, share, termsOf } from './terms.ts';

/** For example 2.9 % + $0.30. */
export const percentPlusFixed: PricingModel = (parameters) => {
  const terms = termsOf([
    share('share', parameters.percent('percent', 'A share of the amount.')),
    fixed('fixed', parameters.usd('fixed', 'A fixed amount for each transaction.')),
  ]);

  return () => terms;
};
