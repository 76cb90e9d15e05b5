/** The model `membership`: interchange, network fee and a fixed fee, without the monthly subscription. */
import { readInterchange } from './interchange.ts';
import type { PricingModel } from './model.ts';
import { fixed } from './terms.ts';

export const membership: PricingModel = (parameters) => {
  const interchange = readInterchange(parameters);

  return interchange([
    fixed(
      'membership fixed',
      parameters.usd('fixed', 'A fixed amount for each transaction, added to interchange and network.'),
    ),
  ]);
};
