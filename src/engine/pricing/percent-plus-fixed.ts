/** Percent plus fixed: one price for every card. */
import type { PricingModel } from './model.ts';
import { fixed, share, termsOf } from './terms.ts';

/** A share of the amount plus a fixed part, such as 2.9 % + $0.30. */
export const percentPlusFixed: PricingModel = (parameters) => {
  const terms = termsOf([
    share('share', parameters.percent('percent')),
    fixed('fixed', parameters.usd('fixed')),
  ]);

  return () => terms;
};
