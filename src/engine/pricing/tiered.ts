/** The model `tiered`: three prices, selected by the card's prefix or kind, plus the service's share. */
import { longestPrefix } from '../cards/longest-prefix.ts';
import type { Schemas } from '../merchants/merchants.gen.ts';
import type { PricingModel } from './model.ts';
import { fixed, serviceShare, share, termsOf } from './terms.ts';

type Tier = Schemas['tier'];

/** Looks up the longest prefix, then the kind, then the default, then the policy for unlisted cards. */
export const tiered: PricingModel<'tiered'> = (parameters) => {
  const { service, prefixes = [], kinds = [], default: fallback, unlisted = 'free' } = parameters;
  const termsOfTier = (tier: Tier) =>
    termsOf([
      share(`${tier} share`, parameters[tier].percent),
      fixed(`${tier} fixed`, parameters[tier].fixed),
      ...(service === undefined ? [] : [serviceShare('service share', service.percent)]),
    ]);
  const terms = {
    qualified: termsOfTier('qualified'),
    'mid-qualified': termsOfTier('mid-qualified'),
    'non-qualified': termsOfTier('non-qualified'),
  };
  const byPrefix = longestPrefix<Tier | undefined>(
    prefixes.map(({ prefix, tier }) => ({ prefix, value: tier })),
    undefined,
  );
  const byKind = new Map(kinds.map(({ kind, tier }) => [kind, tier]));

  return ({ card }) => {
    const tier = byPrefix(card.prefix) ?? byKind.get(card.kind) ?? fallback;
    return tier === undefined ? unlisted : terms[tier];
  };
};
