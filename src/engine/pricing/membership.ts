/** Membership: cost, and a fixed part for each transaction above it; what a member pays a month is no fee. */
import { readInterchange } from './interchange.ts';
import type { PricingModel } from './model.ts';
import { fixed } from './terms.ts';

/** Interchange and network as they are, plus so much for each transaction. */
export const membership: PricingModel = (parameters) => {
  const interchange = readInterchange(parameters);

  return interchange([
    fixed(
      'membership fixed',
      parameters.usd('fixed', 'Charged for each transaction, beside interchange and network.'),
    ),
  ]);
};
