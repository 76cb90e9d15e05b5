/** Merchant files with problems in a price. */
import {
  A_PERCENTAGE,
  A_PREFIX,
  BROKEN_SECTIONS,
  type BrokenFile,
  broken,
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

const MODELS = broken(
  {
    'a price without a model': [priced('{ percent: "2.9" }'), `.model: ${ONE_OF_THE_MODELS}, got nothing`],
    'a misspelt key of the model': [
      priced('{ modle: flat, fixed: "1" }'),
      `.model: ${ONE_OF_THE_MODELS}, got nothing`,
      `.modle: unknown key, the nearest known one is model`,
    ],
    'an unknown model with parameters': [
      priced('{ model: percent, colour: blue, cap: 4 }'),
      `.model: ${ONE_OF_THE_MODELS}, got "percent"`,
    ],
    'a misspelt model': [
      priced('{ model: percent-plus-fixd, percent: "2.9", fixed: "0.30" }'),
      `.model: ${ONE_OF_THE_MODELS}, got "percent-plus-fixd", the nearest is percent-plus-fixed`,
    ],
    'a model in capitals': [
      priced('{ model: FLAT, fixed: "1" }'),
      `.model: ${ONE_OF_THE_MODELS}, got "FLAT", the nearest is flat`,
    ],
    'a model with the name of a property of Object.prototype': [
      priced('{ model: constructor }'),
      `.model: ${ONE_OF_THE_MODELS}, got "constructor"`,
    ],
    'a list of models': [priced('{ model: [flat], fixed: "1" }'), `.model: ${ONE_OF_THE_MODELS}, got a list`],
    'a misspelt parameter': [
      priced('{ model: percent-plus-fixed, percnt: "2.9", fixed: "0.30" }'),
      `.percent: ${A_PERCENTAGE}, got nothing`,
      `.percnt: unknown key, the nearest known one is percent`,
    ],
    'the parameter of another model': [
      priced('{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30", network: {} }'),
      `.network: unknown key, known here: model, percent, fixed, cap`,
    ],
    'an interchange-plus without parameters': [
      priced('{ model: interchange-plus }'),
      `.interchange: expected a mapping, got nothing`,
      `.network: expected a mapping, got nothing`,
      `.markup: expected a mapping, got nothing`,
      `.service: expected a mapping, got nothing`,
    ],
    'an interchange-plus with empty mappings': [
      priced('{ model: interchange-plus, interchange: {}, network: {}, markup: {}, service: {} }'),
      `.interchange.rows: expected a list of at least one, got nothing`,
      `.network.percent: ${A_PERCENTAGE}, got nothing`,
      `.network.fixed: ${US_DOLLARS}, got nothing`,
      `.markup.percent: ${A_PERCENTAGE}, got nothing`,
      `.markup.fixed: ${US_DOLLARS}, got nothing`,
      `.service.percent: ${A_PERCENTAGE}, got nothing`,
    ],
    'a tiered price with an empty service share': [
      tiered('default: qualified, service: {}'),
      `.service.percent: ${A_PERCENTAGE}, got nothing`,
    ],
    'a tiered price with a service share that is not a mapping': [
      tiered('default: qualified, service: "0.20"'),
      `.service: expected a mapping, got "0.20"`,
    ],
    'a tiered price without tiers': [
      priced('{ model: tiered, default: qualified }'),
      `.qualified: expected a mapping, got nothing`,
      `.mid-qualified: expected a mapping, got nothing`,
      `.non-qualified: expected a mapping, got nothing`,
    ],
    'a tiered price with empty mappings': [
      priced('{ model: tiered, qualified: {}, mid-qualified: {}, non-qualified: {}, default: qualified }'),
      ...['qualified', 'mid-qualified', 'non-qualified'].flatMap((tier) => [
        `.${tier}.percent: ${A_PERCENTAGE}, got nothing`,
        `.${tier}.fixed: ${US_DOLLARS}, got nothing`,
      ]),
    ],
    'a percent-plus-fixed without parameters': [
      priced('{ model: percent-plus-fixed }'),
      `.percent: ${A_PERCENTAGE}, got nothing`,
      `.fixed: ${US_DOLLARS}, got nothing`,
    ],
    'a flat price without parameters': [priced('{ model: flat }'), `.fixed: ${US_DOLLARS}, got nothing`],
    'bands without a list': [
      priced('{ model: bands }'),
      `.bands: expected a list of at least one, got nothing`,
    ],
    'a membership without parameters': [
      priced('{ model: membership }'),
      `.interchange: expected a mapping, got nothing`,
      `.network: expected a mapping, got nothing`,
      `.fixed: ${US_DOLLARS}, got nothing`,
    ],
  },
  PRICING,
);

const FIGURES = broken(
  {
    'a percentage without quotes': [percent('2.9'), `.percent: ${A_PERCENTAGE}, got 2.9`],
    'a percentage with a percent sign': [percent('"2.9 %"'), `.percent: ${A_PERCENTAGE}, got "2.9 %"`],
    'a percentage without a value': [percent(''), `.percent: ${A_PERCENTAGE}, got nothing`],
    'a negative percentage': [percent('"-1"'), `.percent: expected a percentage from 0 to 100, got "-1"`],
    'a percentage above 100': [
      percent('"100.1"'),
      `.percent: expected a percentage from 0 to 100, got "100.1"`,
    ],
    'a percentage of too many digits': [
      percent(`"0.${'3'.repeat(19)}"`),
      `.percent: expected a percentage in at most 20 characters, got "0.${'3'.repeat(19)}"`,
    ],
    'dollars without quotes': [fixed('0.30'), `.fixed: ${US_DOLLARS}, got 0.3`],
    'dollars with a dollar sign': [fixed('"$1"'), `.fixed: ${US_DOLLARS}, got "$1"`],
    'dollars with a comma': [fixed('"1,000"'), `.fixed: ${US_DOLLARS}, got "1,000"`],
    'dollars with an exponent': [fixed('"1e3"'), `.fixed: ${US_DOLLARS}, got "1e3"`],
    'dollars that are true': [fixed('true'), `.fixed: ${US_DOLLARS}, got true`],
    'dollars that are a mapping': [fixed('{}'), `.fixed: ${US_DOLLARS}, got an empty mapping`],
    'negative dollars': [fixed('"-0.30"'), `.fixed: expected US dollars, 0 or more, got "-0.30"`],
    'dollars of a hundred digits': [
      fixed(`"${'9'.repeat(100)}"`),
      `.fixed: expected US dollars in at most 20 characters, got "${'9'.repeat(60)}" and 40 characters more`,
    ],
  },
  PRICING,
);

const TABLES = broken(
  {
    'an interchange table that is a list': [
      membership(`[${row('"4"')}]`),
      `.interchange: expected a mapping, got a list`,
    ],
    'an empty default and an empty row': [
      membership('{ default: {}, rows: [{}] }'),
      `.interchange.default.percent: ${A_PERCENTAGE}, got nothing`,
      `.interchange.default.fixed: ${US_DOLLARS}, got nothing`,
      `.interchange.rows[0].prefix: ${A_PREFIX}, got nothing`,
      `.interchange.rows[0].percent: ${A_PERCENTAGE}, got nothing`,
      `.interchange.rows[0].fixed: ${US_DOLLARS}, got nothing`,
    ],
    'a default that is a string': [
      membership(`{ default: "1.9", rows: [${row('"4"')}] }`),
      `.interchange.default: expected a mapping, got "1.9"`,
    ],
    'card prefixes with a letter, too long, without quotes, or used twice': [
      membership(`{ rows: [${['"4x"', '"424242424"', '4', '"4"', '"4"'].map(row).join(', ')}] }`),
      `.interchange.rows[0].prefix: ${A_PREFIX}, got "4x"`,
      `.interchange.rows[1].prefix: ${A_PREFIX}, got "424242424"`,
      `.interchange.rows[2].prefix: ${A_PREFIX}, got 4`,
      `.interchange.rows[4].prefix: expected a prefix that no row above has, got "4"`,
    ],
    'a misspelt value of unlisted': [
      membership(`{ unlisted: refused, rows: [${row('"4"')}] }`),
      `.interchange.unlisted: expected one of free, refuse, got "refused", the nearest is refuse`,
    ],
    'an unknown value of unlisted': [
      tiered('kinds: [{ kind: debit, tier: qualified }], unlisted: true'),
      `.unlisted: expected one of free, refuse, got true`,
    ],
    'unlisted beside the default of a table': [
      membership(`{ default: ${FREE}, unlisted: refuse, rows: [${row('"4"')}] }`),
      `.interchange: expected at most one of default, unlisted, got default and unlisted`,
    ],
    'unlisted beside the default tier': [
      tiered('default: qualified, unlisted: free'),
      `: expected at most one of default, unlisted, got default and unlisted`,
    ],
    'tiers without assigned cards': [
      tiered(''),
      `: expected at least one of prefixes, kinds, default, got none of them`,
    ],
    'assigned cards without values': [
      tiered('prefixes: [{}], kinds: [{}]'),
      `.prefixes[0].prefix: ${A_PREFIX}, got nothing`,
      `.prefixes[0].tier: ${ONE_OF_THE_TIERS}, got nothing`,
      `.kinds[0].kind: expected one of credit, debit, prepaid, commercial, government, unknown, got nothing`,
      `.kinds[0].tier: ${ONE_OF_THE_TIERS}, got nothing`,
    ],
    'misspelt tiers': [
      tiered('prefixes: [{ prefix: "4", tier: qualifed }], default: mid'),
      `.prefixes[0].tier: ${ONE_OF_THE_TIERS}, got "qualifed", the nearest is qualified`,
      `.default: ${ONE_OF_THE_TIERS}, got "mid"`,
    ],
    'empty lists of assigned cards': [
      tiered('prefixes: [], kinds: []'),
      `.prefixes: expected a list of at least one, got an empty list`,
      `.kinds: expected a list of at least one, got an empty list`,
    ],
    'cards assigned twice': [
      tiered(
        'prefixes: [{ prefix: "4", tier: qualified }, { prefix: "4", tier: qualified }], kinds: [{ kind: debit, tier: qualified }, { kind: debit, tier: non-qualified }]',
      ),
      `.prefixes[1].prefix: expected a prefix that no row above has, got "4"`,
      `.kinds[1].kind: expected a kind that no row above has, got "debit"`,
    ],
    'an empty list of bands': [banded(), `.bands: expected a list of at least one, got an empty list`],
    'an empty band': [
      banded('{}'),
      `.bands[0].percent: ${A_PERCENTAGE}, got nothing`,
      `.bands[0].fixed: ${US_DOLLARS}, got nothing`,
    ],
    'two bands that end at one amount': [
      banded(band('"5"'), band('"5.00"'), band()),
      `.bands[1].upTo: expected more than 5.00, where the band above ends, got "5"`,
    ],
    'a band that ends below the one above': [
      banded(band('"50"'), band('"5"'), band()),
      `.bands[1].upTo: expected more than 50.00, where the band above ends, got "5"`,
    ],
    'a last band that ends': [
      banded(band('"5"'), band('"50"')),
      `.bands[1].upTo: expected no upTo in the last band, which has no end, got "50"`,
    ],
    'two bands without an end': [
      banded(band(), band()),
      `.bands[0].upTo: expected US dollars in every band but the last, got nothing`,
    ],
    'a band with a malformed end, which is reported once': [
      banded(band('"5"'), band('50'), band()),
      `.bands[1].upTo: ${US_DOLLARS}, got 50`,
    ],
    'a cap that is not a mapping': [capped('"4"'), `.cap: expected a mapping, got "4"`],
    'a cap without a value': [capped(''), `.cap: expected a mapping, got nothing`],
    'an empty cap': [capped('{}'), `.cap: expected at least one of percent, fixed, got none of them`],
    'a cap without quotes': [
      capped('{ percent: 4, fixed: 25 }'),
      `.cap.percent: ${A_PERCENTAGE}, got 4`,
      `.cap.fixed: ${US_DOLLARS}, got 25`,
    ],
  },
  PRICING,
);

/** All broken merchant files that are valid YAML. */
export const BROKEN_VALUES: readonly BrokenFile[] = [...BROKEN_SECTIONS, ...MODELS, ...FIGURES, ...TABLES];
