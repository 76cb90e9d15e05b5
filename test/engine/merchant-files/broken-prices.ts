/** Merchant files with problems in a price. */
import {
  A_PERCENTAGE,
  A_PREFIX,
  type BrokenFile,
  FREE,
  PRICING,
  priced,
  US_DOLLARS,
} from './broken-merchants.ts';

const ONE_OF_THE_MODELS =
  'expected one of interchange-plus, tiered, percent-plus-fixed, flat, bands, membership';
const ONE_OF_THE_TIERS = 'expected one of qualified, mid-qualified, non-qualified';

function percent(value: string): string {
  return priced(`{ model: percent-plus-fixed, percent: ${value}, fixed: "0.30" }`);
}

function fixed(value: string): string {
  return priced(`{ model: flat, fixed: ${value} }`);
}

function capped(cap: string): string {
  return priced(`{ model: flat, fixed: "1", cap: ${cap} }`);
}

function tiered(assigned: string): string {
  const tiers = `qualified: ${FREE}, mid-qualified: ${FREE}, non-qualified: ${FREE}`;
  return priced(`{ model: tiered, ${tiers}, ${assigned} }`);
}

function banded(...bands: readonly string[]): string {
  return priced(`{ model: bands, bands: [${bands.join(', ')}] }`);
}

function band(upTo?: string): string {
  return `{ ${upTo === undefined ? '' : `upTo: ${upTo}, `}percent: "0", fixed: "0" }`;
}

function membership(interchange: string): string {
  return priced(`{ model: membership, interchange: ${interchange}, network: ${FREE}, fixed: "0" }`);
}

function row(prefix: string): string {
  return `{ prefix: ${prefix}, percent: "0", fixed: "0" }`;
}

const MODELS: readonly BrokenFile[] = [
  [
    'a price without a model',
    priced('{ percent: "2.9" }'),
    `${PRICING}.model: ${ONE_OF_THE_MODELS}, got nothing`,
  ],
  [
    'a misspelt key of the model',
    priced('{ modle: flat, fixed: "1" }'),
    `${PRICING}.model: ${ONE_OF_THE_MODELS}, got nothing`,
    `${PRICING}.modle: unknown key, the nearest known one is model`,
  ],
  [
    'an unknown model with parameters',
    priced('{ model: percent, colour: blue, cap: 4 }'),
    `${PRICING}.model: ${ONE_OF_THE_MODELS}, got "percent"`,
  ],
  [
    'a misspelt model',
    priced('{ model: percent-plus-fixd, percent: "2.9", fixed: "0.30" }'),
    `${PRICING}.model: ${ONE_OF_THE_MODELS}, got "percent-plus-fixd", the nearest is percent-plus-fixed`,
  ],
  [
    'a model in capitals',
    priced('{ model: FLAT, fixed: "1" }'),
    `${PRICING}.model: ${ONE_OF_THE_MODELS}, got "FLAT", the nearest is flat`,
  ],
  [
    'a model with the name of a property of Object.prototype',
    priced('{ model: constructor }'),
    `${PRICING}.model: ${ONE_OF_THE_MODELS}, got "constructor"`,
  ],
  [
    'a list of models',
    priced('{ model: [flat], fixed: "1" }'),
    `${PRICING}.model: ${ONE_OF_THE_MODELS}, got a list`,
  ],
  [
    'a misspelt parameter',
    priced('{ model: percent-plus-fixed, percnt: "2.9", fixed: "0.30" }'),
    `${PRICING}.percent: ${A_PERCENTAGE}, got nothing`,
    `${PRICING}.percnt: unknown key, the nearest known one is percent`,
  ],
  [
    'the parameter of another model',
    priced('{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30", network: {} }'),
    `${PRICING}.network: unknown key, known here: model, percent, fixed, cap`,
  ],
  [
    'an interchange-plus without parameters',
    priced('{ model: interchange-plus }'),
    `${PRICING}.interchange: expected a mapping, got nothing`,
    `${PRICING}.network: expected a mapping, got nothing`,
    `${PRICING}.markup: expected a mapping, got nothing`,
    `${PRICING}.service: expected a mapping, got nothing`,
  ],
  [
    'an interchange-plus with empty mappings',
    priced('{ model: interchange-plus, interchange: {}, network: {}, markup: {}, service: {} }'),
    `${PRICING}.interchange.rows: expected a list of at least one, got nothing`,
    `${PRICING}.network.percent: ${A_PERCENTAGE}, got nothing`,
    `${PRICING}.network.fixed: ${US_DOLLARS}, got nothing`,
    `${PRICING}.markup.percent: ${A_PERCENTAGE}, got nothing`,
    `${PRICING}.markup.fixed: ${US_DOLLARS}, got nothing`,
    `${PRICING}.service.percent: ${A_PERCENTAGE}, got nothing`,
  ],
  [
    'a tiered price with an empty service share',
    tiered('default: qualified, service: {}'),
    `${PRICING}.service.percent: ${A_PERCENTAGE}, got nothing`,
  ],
  [
    'a tiered price with a service share that is not a mapping',
    tiered('default: qualified, service: "0.20"'),
    `${PRICING}.service: expected a mapping, got "0.20"`,
  ],
  [
    'a tiered price without tiers',
    priced('{ model: tiered, default: qualified }'),
    `${PRICING}.qualified: expected a mapping, got nothing`,
    `${PRICING}.mid-qualified: expected a mapping, got nothing`,
    `${PRICING}.non-qualified: expected a mapping, got nothing`,
  ],
  [
    'a tiered price with empty mappings',
    priced('{ model: tiered, qualified: {}, mid-qualified: {}, non-qualified: {}, default: qualified }'),
    ...['qualified', 'mid-qualified', 'non-qualified'].flatMap((tier) => [
      `${PRICING}.${tier}.percent: ${A_PERCENTAGE}, got nothing`,
      `${PRICING}.${tier}.fixed: ${US_DOLLARS}, got nothing`,
    ]),
  ],
  [
    'a percent-plus-fixed without parameters',
    priced('{ model: percent-plus-fixed }'),
    `${PRICING}.percent: ${A_PERCENTAGE}, got nothing`,
    `${PRICING}.fixed: ${US_DOLLARS}, got nothing`,
  ],
  [
    'a flat price without parameters',
    priced('{ model: flat }'),
    `${PRICING}.fixed: ${US_DOLLARS}, got nothing`,
  ],
  [
    'bands without a list',
    priced('{ model: bands }'),
    `${PRICING}.bands: expected a list of at least one, got nothing`,
  ],
  [
    'a membership without parameters',
    priced('{ model: membership }'),
    `${PRICING}.interchange: expected a mapping, got nothing`,
    `${PRICING}.network: expected a mapping, got nothing`,
    `${PRICING}.fixed: ${US_DOLLARS}, got nothing`,
  ],
];

const FIGURES: readonly BrokenFile[] = [
  ['a percentage without quotes', percent('2.9'), `${PRICING}.percent: ${A_PERCENTAGE}, got 2.9`],
  [
    'a percentage with a percent sign',
    percent('"2.9 %"'),
    `${PRICING}.percent: ${A_PERCENTAGE}, got "2.9 %"`,
  ],
  ['a percentage without a value', percent(''), `${PRICING}.percent: ${A_PERCENTAGE}, got nothing`],
  [
    'a negative percentage',
    percent('"-1"'),
    `${PRICING}.percent: expected a percentage from 0 to 100, got "-1"`,
  ],
  [
    'a percentage above 100',
    percent('"100.1"'),
    `${PRICING}.percent: expected a percentage from 0 to 100, got "100.1"`,
  ],
  [
    'a percentage of too many digits',
    percent(`"0.${'3'.repeat(19)}"`),
    `${PRICING}.percent: expected a percentage in at most 20 characters, got "0.${'3'.repeat(19)}"`,
  ],
  ['dollars without quotes', fixed('0.30'), `${PRICING}.fixed: ${US_DOLLARS}, got 0.3`],
  ['dollars with a dollar sign', fixed('"$1"'), `${PRICING}.fixed: ${US_DOLLARS}, got "$1"`],
  ['dollars with a comma', fixed('"1,000"'), `${PRICING}.fixed: ${US_DOLLARS}, got "1,000"`],
  ['dollars with an exponent', fixed('"1e3"'), `${PRICING}.fixed: ${US_DOLLARS}, got "1e3"`],
  ['dollars that are true', fixed('true'), `${PRICING}.fixed: ${US_DOLLARS}, got true`],
  ['dollars that are a mapping', fixed('{}'), `${PRICING}.fixed: ${US_DOLLARS}, got an empty mapping`],
  ['negative dollars', fixed('"-0.30"'), `${PRICING}.fixed: expected US dollars, 0 or more, got "-0.30"`],
  [
    'dollars of a hundred digits',
    fixed(`"${'9'.repeat(100)}"`),
    `${PRICING}.fixed: expected US dollars in at most 20 characters, got "${'9'.repeat(60)}" and 40 characters more`,
  ],
];

const TABLES: readonly BrokenFile[] = [
  [
    'an interchange table that is a list',
    membership(`[${row('"4"')}]`),
    `${PRICING}.interchange: expected a mapping, got a list`,
  ],
  [
    'an empty default and an empty row',
    membership('{ default: {}, rows: [{}] }'),
    `${PRICING}.interchange.default.percent: ${A_PERCENTAGE}, got nothing`,
    `${PRICING}.interchange.default.fixed: ${US_DOLLARS}, got nothing`,
    `${PRICING}.interchange.rows[0].prefix: ${A_PREFIX}, got nothing`,
    `${PRICING}.interchange.rows[0].percent: ${A_PERCENTAGE}, got nothing`,
    `${PRICING}.interchange.rows[0].fixed: ${US_DOLLARS}, got nothing`,
  ],
  [
    'a default that is a string',
    membership(`{ default: "1.9", rows: [${row('"4"')}] }`),
    `${PRICING}.interchange.default: expected a mapping, got "1.9"`,
  ],
  [
    'card prefixes with a letter, too long, without quotes, or used twice',
    membership(`{ rows: [${['"4x"', '"424242424"', '4', '"4"', '"4"'].map(row).join(', ')}] }`),
    `${PRICING}.interchange.rows[0].prefix: ${A_PREFIX}, got "4x"`,
    `${PRICING}.interchange.rows[1].prefix: ${A_PREFIX}, got "424242424"`,
    `${PRICING}.interchange.rows[2].prefix: ${A_PREFIX}, got 4`,
    `${PRICING}.interchange.rows[4].prefix: expected a prefix that no row above has, got "4"`,
  ],
  [
    'a misspelt value of unlisted',
    membership(`{ unlisted: refused, rows: [${row('"4"')}] }`),
    `${PRICING}.interchange.unlisted: expected one of free, refuse, got "refused", the nearest is refuse`,
  ],
  [
    'an unknown value of unlisted',
    tiered('kinds: [{ kind: debit, tier: qualified }], unlisted: true'),
    `${PRICING}.unlisted: expected one of free, refuse, got true`,
  ],
  [
    'unlisted beside the default of a table',
    membership(`{ default: ${FREE}, unlisted: refuse, rows: [${row('"4"')}] }`),
    `${PRICING}.interchange: expected at most one of default, unlisted, got default and unlisted`,
  ],
  [
    'unlisted beside the default tier',
    tiered('default: qualified, unlisted: free'),
    `${PRICING}: expected at most one of default, unlisted, got default and unlisted`,
  ],
  [
    'tiers without assigned cards',
    tiered(''),
    `${PRICING}: expected at least one of prefixes, kinds, default, got none of them`,
  ],
  [
    'assigned cards without values',
    tiered('prefixes: [{}], kinds: [{}]'),
    `${PRICING}.prefixes[0].prefix: ${A_PREFIX}, got nothing`,
    `${PRICING}.prefixes[0].tier: ${ONE_OF_THE_TIERS}, got nothing`,
    `${PRICING}.kinds[0].kind: expected one of credit, debit, prepaid, commercial, government, unknown, got nothing`,
    `${PRICING}.kinds[0].tier: ${ONE_OF_THE_TIERS}, got nothing`,
  ],
  [
    'misspelt tiers',
    tiered('prefixes: [{ prefix: "4", tier: qualifed }], default: mid'),
    `${PRICING}.prefixes[0].tier: ${ONE_OF_THE_TIERS}, got "qualifed", the nearest is qualified`,
    `${PRICING}.default: ${ONE_OF_THE_TIERS}, got "mid"`,
  ],
  [
    'empty lists of assigned cards',
    tiered('prefixes: [], kinds: []'),
    `${PRICING}.prefixes: expected a list of at least one, got an empty list`,
    `${PRICING}.kinds: expected a list of at least one, got an empty list`,
  ],
  [
    'cards assigned twice',
    tiered(
      'prefixes: [{ prefix: "4", tier: qualified }, { prefix: "4", tier: qualified }], kinds: [{ kind: debit, tier: qualified }, { kind: debit, tier: non-qualified }]',
    ),
    `${PRICING}.prefixes[1].prefix: expected a prefix that no row above has, got "4"`,
    `${PRICING}.kinds[1].kind: expected a kind that no row above has, got "debit"`,
  ],
  [
    'an empty list of bands',
    banded(),
    `${PRICING}.bands: expected a list of at least one, got an empty list`,
  ],
  [
    'an empty band',
    banded('{}'),
    `${PRICING}.bands[0].percent: ${A_PERCENTAGE}, got nothing`,
    `${PRICING}.bands[0].fixed: ${US_DOLLARS}, got nothing`,
  ],
  [
    'two bands that end at one amount',
    banded(band('"5"'), band('"5.00"'), band()),
    `${PRICING}.bands[1].upTo: expected more than 5.00, where the band above ends, got "5"`,
  ],
  [
    'a band that ends below the one above',
    banded(band('"50"'), band('"5"'), band()),
    `${PRICING}.bands[1].upTo: expected more than 50.00, where the band above ends, got "5"`,
  ],
  [
    'a last band that ends',
    banded(band('"5"'), band('"50"')),
    `${PRICING}.bands[1].upTo: expected no upTo in the last band, which has no end, got "50"`,
  ],
  [
    'two bands without an end',
    banded(band(), band()),
    `${PRICING}.bands[0].upTo: expected US dollars in every band but the last, got nothing`,
  ],
  [
    'a band with a malformed end, which is reported once',
    banded(band('"5"'), band('50'), band()),
    `${PRICING}.bands[1].upTo: ${US_DOLLARS}, got 50`,
  ],
  ['a cap that is not a mapping', capped('"4"'), `${PRICING}.cap: expected a mapping, got "4"`],
  ['a cap without a value', capped(''), `${PRICING}.cap: expected a mapping, got nothing`],
  ['an empty cap', capped('{}'), `${PRICING}.cap: expected at least one of percent, fixed, got none of them`],
  [
    'a cap without quotes',
    capped('{ percent: 4, fixed: 25 }'),
    `${PRICING}.cap.percent: ${A_PERCENTAGE}, got 4`,
    `${PRICING}.cap.fixed: ${US_DOLLARS}, got 25`,
  ],
];

export const BROKEN_PRICES: readonly BrokenFile[] = [...MODELS, ...FIGURES, ...TABLES];
