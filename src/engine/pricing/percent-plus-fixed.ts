/** The model `percent-plus-fixed`, also called flat rate: one price for every card. */
import type { PricingModel } from './model.ts';
import { fixed, share, termsOf } from './terms.ts';

/** For example 2.9 % + $0.30. */
export const percentPlusFixed: PricingModel<'percent-plus-fixed'> = (parameters) => {
  const terms = termsOf([share('share', parameters.percent), fixed('fixed', parameters.fixed)]);

  return () => terms;
};
