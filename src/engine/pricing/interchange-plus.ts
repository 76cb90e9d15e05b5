/** Interchange plus: what the card costs, what the network and the processor add, the service's share, a cap. */
import { longestPrefix } from '../cards/longest-prefix.ts';
import { readInterchange } from './interchange.ts';
import type { PricingModel } from './model.ts';
import { fixed, share, termsOf } from './terms.ts';

export const interchangePlus: PricingModel = (parameters) => {
  const interchange = readInterchange(parameters.mapping('interchange'));
  const network = parameters.mapping('network');
  const markup = parameters.mapping('markup');
  const above = [
    share('network share', network.percent('percent')),
    fixed('network fixed', network.usd('fixed')),
    share('markup share', markup.percent('percent')),
    fixed('markup fixed', markup.usd('fixed')),
    share('service share', parameters.mapping('service').percent('percent')),
  ];
  const cap = parameters.optionalMapping('cap')?.percent('percent');

  const otherwise = termsOf([...interchange.otherwise, ...above], cap);
  const termsOfCard = longestPrefix(
    interchange.rows.map(({ prefix, parts }) => ({ prefix, value: termsOf([...parts, ...above], cap) })),
    otherwise,
  );

  return ({ card }) => termsOfCard(card.prefix);
};
