/** What a card costs: a row of the interchange table by its first digits, and what the network adds to any. */
import { longestPrefix } from '../cards/longest-prefix.ts';
import type { Parameters } from '../reading/parameters.ts';
import { rejectRepeats } from '../reading/repeats.ts';
import type { Price } from './model.ts';
import { fixed, type Part, share, type Terms, termsOf } from './terms.ts';
import { readUnlisted, type Unlisted } from './unlisted.ts';

/**
 * Reads `interchange` and `network`.
 *
 * @returns the price of a card once it is known what comes on top. A card that no row is for has the default's; without
 * a default it is free or refused, as `unlisted` says.
 */
export function readInterchange(parameters: Parameters): (above: readonly Part[]) => Price {
  const table = parameters.mapping('interchange', 'What a card costs by its first digits.');
  const otherwise = table.optionalMapping(
    'default',
    'For cards that no row is for; left out, they are free or refused, as unlisted says.',
  );
  const otherParts = otherwise === undefined ? undefined : readParts(otherwise, 'cards that no row is for');
  const rows = table.list('rows', 'Cards by their first digits; the longest prefix counts.', (row) => {
    const prefix = row.cardPrefix('prefix');
    return { row, prefix, parts: readParts(row, `cards that begin with ${prefix}`) };
  });
  rejectRepeats(rows, 'prefix');
  const unlisted = readUnlisted(table);
  const network = parameters.mapping('network', 'What the card network adds to any card.');
  const ofNetwork = [
    share('network share', network.percent('percent', 'Of the amount.')),
    fixed('network fixed', network.usd('fixed', 'Charged for each transaction.')),
  ];

  return (above) => {
    const withRest = (parts: readonly Part[]) => onceAsked(() => termsOf([...parts, ...ofNetwork, ...above]));
    const termsOfCard = longestPrefix<() => Terms | Unlisted>(
      rows.map(({ prefix, parts }) => ({ prefix, value: withRest(parts) })),
      otherParts === undefined ? () => unlisted : withRest(otherParts),
    );

    return ({ card }) => termsOfCard(card.prefix)();
  };
}

/** Of a table of thousands of rows few are ever asked for: the others need not be added up. */
function onceAsked(make: () => Terms): () => Terms {
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
