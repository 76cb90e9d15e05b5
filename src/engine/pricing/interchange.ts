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
  const table = parameters.mapping('interchange', 'What a card costs by its first digits.');
  const fallback = table.optionalMapping(
    'default',
    'For cards that no row is for; left out, they are free or refused, as unlisted says.',
  );
  const fallbackParts = fallback === undefined ? undefined : readParts(fallback, 'cards that no row is for');
  const rows = table.list('rows', 'Cards by their first digits; the longest prefix counts.', (row) => {
    const prefix = row.cardPrefix('prefix');
    return { row, prefix, parts: readParts(row, `cards that begin with ${prefix}`) };
  });
  rejectDuplicates(rows, 'prefix');
  const unlisted = readUnlisted(table);
  const network = parameters.mapping('network', 'What the card network adds to any card.');
  const networkParts = [
    share('network share', network.percent('percent', 'Of the amount.')),
    fixed('network fixed', network.usd('fixed', 'Charged for each transaction.')),
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
    share('interchange share', row.percent('percent', 'Of the amount.'), why),
    fixed('interchange fixed', row.usd('fixed', 'Charged for each transaction.'), why),
  ];
}
