/** The price by interchange, found by the first digits of a card, and the network fee. */
import { longestPrefix } from '../cards/longest-prefix.ts';
import type { Schemas } from '../merchants/merchants.gen.ts';
import type { Price, Unlisted } from './model.ts';
import { fixed, type Part, share, type Terms, termsOf } from './terms.ts';

/** A card without a row has the default price; without a default it is free or refused, as `unlisted` says. */
export function interchangePrice(
  { interchange, network }: Pick<Schemas['membership'], 'interchange' | 'network'>,
  extra: readonly Part[],
): Price {
  const { rows, default: fallback, unlisted = 'free' } = interchange;
  const others = [share('network share', network.percent), fixed('network fixed', network.fixed), ...extra];
  const termsWith = (figures: Schemas['figures'], why: string) =>
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
