/** Flat: so much for each transaction, whatever its amount and card. */
import type { PricingModel } from './model.ts';
import { fixed, termsOf } from './terms.ts';

export const flat: PricingModel = (parameters) => {
  const terms = termsOf([fixed('fixed', parameters.usd('fixed', 'Charged for each transaction.'))]);

  return () => terms;
};
