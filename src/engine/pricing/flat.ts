/** The model `flat`: a fixed fee for each transaction, independent of amount and card. */
import type { PricingModel } from './model.ts';
import { fixed, termsOf } from './terms.ts';

export const flat: PricingModel<'flat'> = (parameters) => {
  const terms = termsOf([fixed('fixed', parameters.fixed)]);

  return () => terms;
};
