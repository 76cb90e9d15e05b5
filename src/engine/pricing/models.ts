/** All pricing models by their names in merchant files. To add one, add its schema, a function and an entry of the table here. */
import { longestPrefix } from '../cards/card.ts';
import type { MerchantsSchemas } from '../merchants/merchants.gen.ts';
import { showUsd, type Usd, usdFromText } from '../money.ts';
import { type PricedSale, pricedAmount } from '../sale.ts';
import { fixed, NO_TERMS, type Part, serviceShare, share, type Terms, termsOf } from './terms.ts';

export type ModelName = MerchantsSchemas['pricing']['model'];

/** Reads its parameters, which fit the schema, once and returns a price function. */
export type PricingModel<M extends ModelName> = (
  parameters: Extract<MerchantsSchemas['pricing'], { readonly model: M }>,
) => Price;

/** Returns the terms of a sale, or the policy for a card without a row. Never throws or rounds. */
export type Price = (sale: PricedSale) => Terms | Unlisted;

type Unlisted = MerchantsSchemas['unlisted'];

/**
 * The price by interchange, found by the first digits of a card, and the network fee. A card without a row has the default
 * price; without a default it is free or refused, as `unlisted` says.
 */
function interchangePrice(
  { interchange, network }: Pick<MerchantsSchemas['membership'], 'interchange' | 'network'>,
  extra: readonly Part[],
): Price {
  const { rows, default: fallback, unlisted = 'free' } = interchange;
  const others = [share('network share', network.percent), fixed('network fixed', network.fixed), ...extra];
  const termsWith = (figures: MerchantsSchemas['figures'], why: string) =>
    lazy(() =>
      termsOf([
        share('interchange share', figures.percent, why),
        fixed('interchange fixed', figures.fixed, why),
        ...others,
      ]),
    );
  const termsOfCard = longestPrefix<() => Terms | Unlisted>(
    rows.map((row) => ({ prefix: row.prefix, value: termsWith(row, `cards that begin with ${row.prefix}`) })),
    fallback === undefined ? () => unlisted : termsWith(fallback, 'cards that no row is for'),
  );

  return ({ card }) => termsOfCard(card.prefix)();
}

/** Calculates on first use: of a table with thousands of rows, most are never used. */
function lazy(make: () => Terms): () => Terms {
  let made: Terms | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The model `interchange-plus`: interchange, network fee, markup and the service's share. */
const interchangePlus: PricingModel<'interchange-plus'> = (parameters) =>
  interchangePrice(parameters, [
    share('markup share', parameters.markup.percent),
    fixed('markup fixed', parameters.markup.fixed),
    serviceShare('service share', parameters.service.percent),
  ]);

/** The model `membership`: interchange, network fee and a fixed fee, without the monthly subscription. */
const membership: PricingModel<'membership'> = (parameters) =>
  interchangePrice(parameters, [fixed('membership fixed', parameters.fixed)]);

type Tier = MerchantsSchemas['tier'];

/**
 * The model `tiered`: three prices, plus the service's share. Looks up the longest prefix of the card, then its kind, then the
 * default, then the policy for unlisted cards.
 */
const tiered: PricingModel<'tiered'> = (parameters) => {
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

/** The model `percent-plus-fixed`, also called flat rate: one price for every card, such as 2.9 % + $0.30. */
const percentPlusFixed: PricingModel<'percent-plus-fixed'> = (parameters) => {
  const terms = termsOf([share('share', parameters.percent), fixed('fixed', parameters.fixed)]);

  return () => terms;
};

/** The model `flat`: a fixed fee for each transaction, independent of amount and card. */
const flat: PricingModel<'flat'> = (parameters) => {
  const terms = termsOf([fixed('fixed', parameters.fixed)]);

  return () => terms;
};

interface Band {
  /** The highest amount in the band, in US dollars; undefined: no upper limit. */
  readonly upTo: Usd | undefined;
  readonly terms: Terms;
}

/** The model `bands`: a price for each range of amounts, for any card. In ascending order; the last band has no upper limit. */
const bands: PricingModel<'bands'> = (parameters) => {
  const table = parameters.bands.map((band): Band => {
    const upTo = band.upTo === undefined ? undefined : usdFromText(band.upTo);
    const why = upTo === undefined ? 'amounts above the other bands' : `amounts up to ${showUsd(upTo)}`;

    return { upTo, terms: termsOf([share('share', band.percent, why), fixed('fixed', band.fixed, why)]) };
  });

  return (sale) => {
    const amount = pricedAmount(sale);
    return table.find(({ upTo }) => upTo === undefined || amount.lessThanOrEqualTo(upTo))?.terms ?? NO_TERMS;
  };
};

export const PRICING_MODELS: { readonly [M in ModelName]: PricingModel<M> } = {
  'interchange-plus': interchangePlus,
  tiered,
  'percent-plus-fixed': percentPlusFixed,
  flat,
  bands,
  membership,
};

export function priceOf(pricing: MerchantsSchemas['pricing']): Price {
  const model = PRICING_MODELS[pricing.model] as (parameters: MerchantsSchemas['pricing']) => Price;

  return model(pricing);
}
