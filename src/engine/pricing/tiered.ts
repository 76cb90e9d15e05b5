/** The model `tiered`: three prices, selected by the card's prefix or kind, plus the service's share. */
import { CARD_KINDS } from '../cards/card.ts';
import { longestPrefix } from '../cards/longest-prefix.ts';
import { type Parameters, rejectDuplicates } from '../reading/parameters.ts';
import { wordReader } from '../reading/readers.ts';
import { type PricingModel, readUnlisted } from './model.ts';
import { fixed, type Part, serviceShare, share, type Terms, termsOf } from './terms.ts';

const ABOUT = {
  qualified: 'The price of the cheapest cards.',
  'mid-qualified': 'The price of cards in between.',
  'non-qualified': 'The price of the most expensive cards.',
} as const;
const TIERS = Object.keys(ABOUT) as (keyof typeof ABOUT)[];

const tierReader = wordReader(TIERS, 'The tier of the card.');
const kindReader = wordReader(CARD_KINDS, 'The kind of account of the card.');

/** Looks up the longest prefix, then the kind, then the default, then the policy for unlisted cards. */
export const tiered: PricingModel = (parameters) => {
  const service = readService(
    parameters.optionalMapping('service', "The service's part, which is not a cost of accepting the card."),
  );
  const terms = new Map(
    TIERS.map((tier): [string, Terms] => {
      const price = parameters.mapping(tier, ABOUT[tier]);
      return [
        tier,
        termsOf([
          share(`${tier} share`, price.percent('percent', 'A share of the amount.')),
          fixed(`${tier} fixed`, price.usd('fixed', 'A fixed amount for each transaction.')),
          ...service,
        ]),
      ];
    }),
  );
  const prefixes = parameters.optionalList('prefixes', 'Tiers by first digits of the card.', (row) => ({
    row,
    prefix: row.cardPrefix('prefix'),
    value: terms.get(row.value('tier', tierReader)),
  }));
  const kinds = parameters.optionalList(
    'kinds',
    'Tiers by card kind, for cards that no prefix matches.',
    (row) => ({
      row,
      kind: row.value('kind', kindReader),
      value: terms.get(row.value('tier', tierReader)),
    }),
  );
  const fallback = terms.get(
    parameters.optional('default', tierReader, 'The tier of all other cards; by default see unlisted.') ?? '',
  );
  const unlisted = readUnlisted(parameters);
  parameters.needsOneOf(['prefixes', 'kinds', 'default']);
  rejectDuplicates(prefixes, 'prefix');
  rejectDuplicates(kinds, 'kind');

  const byPrefix = longestPrefix(prefixes, undefined);
  const byKind = new Map(kinds.map(({ kind, value }) => [kind, value]));
  return ({ card }) => byPrefix(card.prefix) ?? byKind.get(card.kind) ?? fallback ?? unlisted;
};

function readService(service: Parameters | undefined): readonly Part[] {
  return service === undefined
    ? []
    : [serviceShare('service share', service.percent('percent', 'A share of the amount.'))];
}
