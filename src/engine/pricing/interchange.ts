/** Reads the interchange table, by first digits of a card, and the network fee. */
import { longestPrefix } from '../cards/longest-prefix.ts';
import { type Parameters, rejectDuplicates } from '../reading/parameters.ts';
import { type Price, readUnlisted, type Unlisted } from './model.ts';
import { fixed, type Part, share, type Terms, termsOf } from './terms.ts';

/**
 * Reads `interchange` and `network`.
 *
 * @returns a function that adds further parts and returns the price. A card without a row has the default price; without
 * a default it is free or refused, as `unlisted` says.
 */
export function readInterchange(parameters: Parameters): (extra: readonly Part[]) => Price {
  const table = parameters.mapping('interchange', 'The interchange fee by first digits of the card.');
  const fallback = table.optionalMapping(
    'default',
    'The price of cards that no row matches; by default see unlisted.',
  );
  const fallbackParts = fallback === undefined ? undefined : readParts(fallback, 'cards that no row is for');
  const rows = table.list('rows', 'Prices by first digits; the longest prefix applies.', (row) => {
    const prefix = row.cardPrefix('prefix');
    return { row, prefix, parts: readParts(row, `cards that begin with ${prefix}`) };
  });
  rejectDuplicates(rows, 'prefix');
  const unlisted = readUnlisted(table);
  const network = parameters.mapping('network', 'The fee of the card network, the same for every card.');
  const networkParts = [
    share('network share', network.percent('percent', 'A share of the amount.')),
    fixed('network fixed', network.usd('fixed', 'A fixed amount for each transaction.')),
  ];

  return (extra) => {
    const termsWith = (parts: readonly Part[]) => lazy(() => termsOf([...parts, ...networkParts, ...extra]));
    const termsOfCard = longestPrefix<() => Terms | Unlisted>(
      rows.map(({ prefix, parts }) => ({ prefix, value: termsWith(parts) })),
      fallbackParts === undefined ? () => unlisted : termsWith(fallbackParts),
    );

    return ({ card }) => termsOfCard(card.prefix)();
  };
}

/** Calculates on first use: of a table with thousands of rows, most are never used. */
function lazy(make: () => Terms): () => Terms {
  let made: Terms | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function readParts(row: Parameters, why: string): readonly Part[] {
  return [
    share('interchange share', row.percent('percent', 'A share of the amount.'), why),
    fixed('interchange fixed', row.usd('fixed', 'A fixed amount for each transaction.'), why),
  ];
}
