/** Flat: so much for each transaction, whatever its amount and card. */
import type { PricingModel } from './model.ts';
import { fixed, termsOf } from './terms.ts';

/** A fixed part alone, such as $1.50. */
export const flat: PricingModel = (parameters) => {
  const terms = termsOf([fixed('fixed', parameters.usd('fixed', 'Charged for each transaction.'))]);

  return () => terms;
};
