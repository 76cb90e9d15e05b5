/** Reads a surcharge rule from a merchant file. */
import { BRANDS } from '../cards/brand.ts';
import { CARD_KINDS } from '../cards/card.ts';
import type { Limit } from '../fee/limit.ts';
import { linear } from '../fee/linear.ts';
import { NOTHING, type Share, showShare } from '../money.ts';
import type { Parameters, Variant, Variants } from '../reading/parameters.ts';
import { dayReader, type Reader, read, textReader, unlike, wordReader } from '../reading/readers.ts';
import { statesOf } from '../regions/regions-of.ts';
import { ruleCountryReader } from './country-reader.ts';
import type { Effect, Rule, Scope } from './rule.ts';

const CAPITALS = /^[A-Z]{2}$/;

const nameReader = textReader('arizona', 'The name of the rule in an explained fee.');
const sourceReader = textReader('the law or the network rule', 'The law or network rule behind it.');
const brandReader = wordReader(BRANDS, 'The card brand that the rule applies to.');
const kindReader = wordReader(CARD_KINDS, 'The card kind that the rule applies to.');
const stateReader: Reader<string> = {
  placeholder: '',
  schema: {
    type: 'string',
    description: 'The two-letter code of the state or province that the rule applies to.',
    pattern: CAPITALS.source,
    examples: ['AZ'],
  },
  read(value) {
    if (typeof value === 'string' && CAPITALS.test(value)) return read(value);
    const capitals = typeof value === 'string' ? value.toUpperCase() : '';
    return unlike(
      'the two capital letters of a state or province, such as "AZ"',
      CAPITALS.test(capitals) ? capitals : undefined,
    );
  },
};

export function readRule(parameters: Parameters): Rule {
  const name = parameters.value('name', nameReader);
  const scope = readScope(parameters);
  const from = parameters.optional('from', dayReader, 'The first day in force.');
  const to = parameters.optional('to', dayReader, 'The last day in force.');
  if (from !== undefined && to !== undefined && from > to) {
    parameters.reject('to', `${from}, the first day, or later`, to);
  }
  const source = parameters.value('source', sourceReader);
  const effect = parameters.variant('effect', effectsOf(name));

  return { name, ...scope, from, to, source, effect: effect?.value ?? { kind: 'prohibit' } };
}

/** The effects of rules. To add one, add an entry here. */
function effectsOf(name: string): Variants<Effect> {
  const share = (parameters: Parameters) => parameters.percent('percent', 'A share of the amount.');

  return new Map<string, Variant<Effect>>([
    ['prohibit', { about: 'No fee is permitted.', read: () => ({ kind: 'prohibit' }) }],
    [
      'cap-at-share',
      { about: 'At most a share of the amount.', read: (rule) => capAt(name, share(rule), false) },
    ],
    [
      'cap-at-cost',
      { about: 'At most the cost of accepting the card.', read: () => capAt(name, undefined, true) },
    ],
    [
      'cap-at-share-or-cost',
      {
        about: 'At most the larger of a share of the amount and the cost of accepting the card.',
        read: (rule) => capAt(name, share(rule), true),
      },
    ],
  ]);
}

function readScope(parameters: Parameters): Scope {
  const country = parameters.optional('country', ruleCountryReader, 'The country of the sale.');
  const state = parameters.optional('state', stateReader);
  const brand = parameters.optional('brand', brandReader);
  const kind = parameters.optional('kind', kindReader);
  parameters.needsOneOf(['country', 'state', 'brand', 'kind']);
  parameters.needsWith('state', 'country');
  // An invalid value was read as an empty text.
  if (country && state && !statesOf(country).includes(state)) {
    parameters.reject('state', stateOf(country), state);
  }

  return { country, state, brand, kind };
}

function stateOf(country: string): string {
  return statesOf(country).length === 0
    ? `no state, since those of country ${country} are not known`
    : `a two-letter state or province of country ${country}`;
}

function capAt(name: string, share: Share | undefined, cost: boolean): Effect {
  const words = [
    ...(share === undefined ? [] : [`${showShare(share)} of the amount`]),
    ...(cost ? ['the cost of accepting the card'] : []),
  ];
  const limit: Limit = {
    label: name,
    note: words.length === 1 ? words.join() : `the larger of ${words.join(' and ')}`,
    atMost: share === undefined ? undefined : linear(share, NOTHING),
    cost,
  };

  return { kind: 'limit', limit };
}
