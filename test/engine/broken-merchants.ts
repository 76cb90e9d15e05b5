/** Merchant files with problems, a row for each kind, and what writes them. */

/** The name of a case, the file, and the lines of the error message. */
export type BrokenFile = readonly [name: string, file: string, ...problems: string[]];

/** The problems of `shops.yaml` without file, line and column. */
export function unplaced(problems: readonly string[]): readonly string[] {
  return problems.map((problem) => problem.replace(/^shops\.yaml(?::\d+:\d+)?: /, ''));
}

/** Cases by their names. @param place where every problem is, before the rest of its place and its message */
export function broken(
  cases: Readonly<Record<string, readonly [file: string, ...problems: string[]]>>,
  place = '',
): readonly BrokenFile[] {
  return Object.entries(cases).map(([name, [file, ...problems]]) => [
    name,
    file,
    ...problems.map((problem) => place + problem),
  ]);
}

export const FLAT = '{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }';
export const FREE = '{ percent: "0", fixed: "0" }';

/** The places of problems. */
export const SHOP = 'merchants.corner-shop';
const PROCESSOR = `${SHOP}.processors[0]`;
export const PRICING = `${PROCESSOR}.pricing`;

/** What the readers expect. */
export const A_PERCENTAGE = 'expected a percentage as a string, such as "2.9"';
export const US_DOLLARS = 'expected US dollars as a string, such as "0.30"';
export const A_PREFIX = 'expected the first 1 to 8 digits of a card as a string, such as "4242"';

export function shop(...processors: readonly string[]): string {
  return `merchants: { corner-shop: { processors: [${processors.join(', ')}] } }`;
}

export function processor({ mid = '"700100"', name = 'alpha', pricing = FLAT } = {}): string {
  return `{ mid: ${mid}, name: ${name}, pricing: ${pricing} }`;
}

export function priced(pricing: string): string {
  return shop(processor({ pricing }));
}

/** A shop with another section, such as `rounding: { decimals: 2 }`. */
export function shopWith(section: string): string {
  return `merchants: { corner-shop: { processors: [${processor()}], ${section} } }`;
}

// Merchant files with problems in the merchants or their processors.

const A_MAPPING = 'the file: expected a mapping';

const MERCHANTS = broken({
  'an empty file': ['', `${A_MAPPING}, got nothing`],
  'a string instead of a mapping': ['merchants', `${A_MAPPING}, got "merchants"`],
  'a misspelt first key': [
    'merchant: {}',
    'merchants: expected a mapping of at least one, got nothing',
    'merchant: unknown key: did you mean merchants?',
  ],
  'an empty mapping of merchants': [
    'merchants: {}',
    'merchants: expected a mapping of at least one, got an empty mapping',
  ],
  'a merchant without a name': [
    shop(processor()).replace('corner-shop', '""'),
    'merchants: expected a name for each of them, got ""',
  ],
  'an empty list of processors': [
    'merchants: { corner-shop: { processors: [] } }',
    `${SHOP}.processors: expected a list of at least one, got an empty list`,
  ],
  'a merchant whose name needs quotes in a path': [
    'merchants: { "the shop. really": { processors: [] } }',
    'merchants["the shop. really"].processors: expected a list of at least one, got an empty list',
  ],
  'merchants with names of properties of Object.prototype': [
    'merchants: { __proto__: {}, constructor: {} }',
    'merchants.__proto__.processors: expected a list of at least one, got nothing',
    'merchants.constructor.processors: expected a list of at least one, got nothing',
  ],
  'an empty processor': [
    shop('{}'),
    `${PROCESSOR}.mid: expected a string that is not empty, such as "700100", got nothing`,
    `${PROCESSOR}.name: expected a string that is not empty, such as "alpha", got nothing`,
    `${PROCESSOR}.pricing: expected a mapping, got nothing`,
  ],
  'a MID without quotes': [
    shop(processor({ mid: '700100' })),
    `${PROCESSOR}.mid: expected a string that is not empty, such as "700100", got 700100`,
  ],
  'an empty MID and a blank name': [
    shop(processor({ mid: '""', name: '" "' })),
    `${PROCESSOR}.mid: expected a string that is not empty, such as "700100", got ""`,
    `${PROCESSOR}.name: expected a string that is not empty, such as "alpha", got " "`,
  ],
  'one MID twice': [
    shop(processor(), processor({ name: 'beta' })),
    `${SHOP}.processors[1].mid: expected one that no processor above has, got "700100"`,
  ],
  'one name twice': [
    shop(processor(), processor({ mid: '"700200"' })),
    `${SHOP}.processors[1].name: expected one that no processor above has, got "alpha"`,
  ],
  'a MID that is the name of another processor': [
    shop(processor(), processor({ mid: 'alpha', name: 'beta' })),
    `${SHOP}.processors[1].mid: expected one that no processor above has, got "alpha"`,
  ],
  'a list of prices': [
    shop(processor({ pricing: `[${FLAT}]` })),
    `${PRICING}: expected a mapping, got a list`,
  ],
  'unknown keys at every depth': [
    `${shop(`{ mid: "700100", nane: alpha, name: beta, pricing: ${FLAT} }`)}\nversion: 1`,
    'version: unknown key, known here: merchants, scenarios',
    `${PROCESSOR}.nane: unknown key: did you mean name?`,
  ],
  'keys with names of properties of Object.prototype': [
    `merchants: { corner-shop: { processors: [${processor()}], __proto__: 1, hasOwnProperty: 2, 3: 4 } }`,
    `${SHOP}.3: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
    `${SHOP}.__proto__: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
    `${SHOP}.hasOwnProperty: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
  ],
  'a key in other capitals': [
    `merchants: { corner-shop: { processors: [${processor()}], multipay: { fixed: shared } } }`,
    `${SHOP}.multipay: unknown key: did you mean multiPay?`,
  ],
});

// Files with invalid YAML, or with YAML that merchant files may not use.

export const BROKEN_YAML = broken({
  'a list without an end': [
    'merchants:\n  corner-shop: [\n',
    'shops.yaml:3:1: expected ] before this place, got none',
  ],
  'a mapping without an end before other lines': [
    'merchants: { corner-shop: { token: x }\nregions: {}\n',
    'shops.yaml:2:1: expected } before this place, got none',
  ],
  'a list with the end of a mapping': [
    'merchants: { corner-shop: [1} }\n',
    'shops.yaml:1:29: expected ] before this place, got none',
  ],
  'a tab instead of spaces': [
    'merchants:\n\tcorner-shop: 1\n',
    'shops.yaml:2:1: expected spaces as indentation, got a tab',
  ],
  'two merchants with one name': [
    'merchants:\n  one: {}\n  one: {}\n',
    'shops.yaml:3:3: expected each key once, got one twice',
  ],
  'two merchants with one name, once in quotes': [
    'merchants:\n  7: {}\n  "7": {}\n',
    'shops.yaml:3:3: expected each key once, got 7 twice',
  ],
  'a name that is a list': [
    'merchants:\n  [one]: {}\n',
    'shops.yaml:2:3: expected a text as a key, got a list or a mapping',
  ],
  'two documents in one file': [
    'merchants: {}\n---\nmerchants: {}\n',
    'shops.yaml:2:1: expected one document, got another one here',
  ],
  'an unknown tag': ['merchants: !shops {}\n', 'shops.yaml:1:12: Unresolved tag: !shops'],
  'a tag for binary data': [
    'merchants: !!binary aGVsbG8=\n',
    'shops.yaml:1:12: Unresolved tag: tag:yaml.org,2002:binary',
  ],
  'an unknown directive': ['%SHOPS\n---\nmerchants: {}\n', 'shops.yaml:1:1: Unknown directive %SHOPS'],
  'aliases without anchors': [
    'merchants:\n  one: *here\n  two: *there\n',
    'shops.yaml:2:8: no anchor &here above this alias',
    'shops.yaml:3:8: no anchor &there above this alias',
  ],
  'a merge with a string': [
    'merchants: { <<: one }\n',
    'shops.yaml: Merge sources must be maps or map aliases',
  ],
  'aliases that expand to a huge value': [
    billionLaughs(),
    'shops.yaml: Excessive alias count indicates a resource exhaustion attack',
  ],
  'lists ten thousand deep': [
    `merchants: ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    'shops.yaml: nested too deeply',
  ],
  'mappings two thousand deep': [
    `merchants: ${'{ a: '.repeat(2000)}1${'}'.repeat(2000)}`,
    'shops.yaml: nested too deeply',
  ],
});

function billionLaughs(): string {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef']) {
    lines.push(`${to}: &${to} [${`*${from}, `.repeat(9)}]`);
  }
  return lines.join('\n');
}

// Merchant files with problems in cards, eligibility, multiPay, regions or rounding.

const KIND = 'expected one of credit, debit, prepaid, commercial, government, unknown';
const EFFECT = 'expected one of prohibit, cap-at-share, cap-at-cost, cap-at-share-or-cost';
const COUNTRY = 'expected an ISO 3166-1 numeric country code as a string, such as "840"';
const STATE = 'expected the two capital letters of a state or province, such as "AZ"';
const DAY = 'expected a day of the calendar, such as 2026-01-31';
const RULE = `${SHOP}.eligibility.rules[0]`;

function ruled(...rules: readonly string[]): string {
  return shopWith(`eligibility: { rules: [${rules.map((rule) => `{ ${rule} }`).join(', ')}] }`);
}

/** @param keys added to valid ones */
function rule(keys: string): string {
  return ruled(`name: one, effect: prohibit, source: a law, ${keys}`);
}

const SECTIONS = broken({
  'sections without a value': [
    shopWith('cards: , regions: , eligibility: ~, multiPay: null, rounding: '),
    `${SHOP}.cards: expected a mapping, got nothing`,
    `${SHOP}.regions: expected a mapping, got nothing`,
    `${SHOP}.eligibility: expected a mapping, got nothing`,
    `${SHOP}.multiPay: expected a mapping, got nothing`,
    `${SHOP}.rounding: expected a mapping, got nothing`,
  ],
  'misspelt keys in every section': [
    shopWith(
      'cards: { kind: test-cards }, regions: { unassignedZips: refuse }, eligibility: { rule: illustrative }, multiPay: { caps: each }, rounding: { decimal: 2 }',
    ),
    `${SHOP}.cards.kind: unknown key: did you mean kinds?`,
    `${SHOP}.regions.unassignedZips: unknown key: did you mean unassignedZip?`,
    `${SHOP}.eligibility.rule: unknown key: did you mean rules?`,
    `${SHOP}.multiPay.caps: unknown key: did you mean cap?`,
    `${SHOP}.rounding.decimal: unknown key: did you mean decimals?`,
  ],
  'unknown values of multiPay': [
    shopWith('multiPay: { fixed: share, cap: 1 }'),
    `${SHOP}.multiPay.fixed: expected one of each, shared, got "share": did you mean shared?`,
    `${SHOP}.multiPay.cap: expected one of each, shared, got 1`,
  ],
  'decimals in quotes': [
    shopWith('rounding: { decimals: "2" }'),
    `${SHOP}.rounding.decimals: expected a whole number from 0 to 6, got "2"`,
  ],
  'too many decimals': [
    shopWith('rounding: { decimals: 7 }'),
    `${SHOP}.rounding.decimals: expected a whole number from 0 to 6, got 7`,
  ],
  'entries of waivedBy that are a number, blank, or duplicates': [
    shopWith('eligibility: { waivedBy: [STAFF, 5, " ", STAFF] }'),
    `${SHOP}.eligibility.waivedBy[1]: expected a string that is not empty, such as "waive-surcharge", got 5`,
    `${SHOP}.eligibility.waivedBy[2]: expected a string that is not empty, such as "waive-surcharge", got " "`,
    `${SHOP}.eligibility.waivedBy[3]: expected one that is not there already, got "STAFF"`,
  ],
  'an unknown name of a shipped table': [
    shopWith('cards: { kinds: test-card }'),
    `${SHOP}.cards.kinds: expected a list or the word test-cards, got "test-card": did you mean test-cards?`,
  ],
  'rows of kinds that are empty, misspelt, or have the prefix of another': [
    shopWith('cards: { kinds: [{}, { prefix: "4", kind: debt }, { prefix: "4", kind: debit }] }'),
    `${SHOP}.cards.kinds[0].prefix: ${A_PREFIX}, got nothing`,
    `${SHOP}.cards.kinds[0].kind: ${KIND}, got nothing`,
    `${SHOP}.cards.kinds[1].kind: ${KIND}, got "debt": did you mean debit?`,
    `${SHOP}.cards.kinds[2].prefix: expected a prefix that no row above has, got "4"`,
  ],
  'a kind in capitals': [
    shopWith('cards: { unknown: CREDIT }'),
    `${SHOP}.cards.unknown: ${KIND}, got "CREDIT": did you mean credit?`,
  ],
});

const RULES = broken({
  'an empty rule': [
    ruled(''),
    `${RULE}: expected at least one of country, state, brand, kind, got none of them`,
    `${RULE}.name: expected a string that is not empty, such as "arizona", got nothing`,
    `${RULE}.source: expected a string that is not empty, such as "the law or the network rule", got nothing`,
    `${RULE}.effect: ${EFFECT}, got nothing`,
  ],
  'caps without a share': [
    ruled(
      'name: one, source: a law, country: "840", effect: cap-at-share',
      'name: two, source: a law, country: "840", effect: cap-at-share-or-cost',
    ),
    `${RULE}.percent: ${A_PERCENTAGE}, got nothing`,
    `${SHOP}.eligibility.rules[1].percent: ${A_PERCENTAGE}, got nothing`,
  ],
  'a share beside an effect that has none': [
    rule('country: "840", percent: "2"'),
    `${RULE}.percent: unknown key, known here: name, country, state, brand, kind, from, to, source, effect`,
  ],
  'a country that does not exist': [rule('country: "999"'), `${RULE}.country: ${COUNTRY}, got "999"`],
  'a malformed country beside a state': [
    rule('country: USA, state: AZ'),
    `${RULE}.country: ${COUNTRY}, got "USA"`,
  ],
  'a territory instead of its country': [
    rule('country: "630"'),
    `${RULE}.country: expected "840", the country that PR is a state of, got "630"`,
  ],
  'a state without its country': [
    rule('state: AZ'),
    `${RULE}: expected country beside state, got state alone`,
  ],
  'a state in small letters': [
    rule('country: "840", state: co'),
    `${RULE}.state: ${STATE}, got "co": did you mean CO?`,
  ],
  'a state of another country': [
    rule('country: "840", state: QC'),
    `${RULE}.state: expected a two-letter state or province of country 840, got "QC"`,
  ],
  'a state of a country whose states are not known': [
    rule('country: "056", state: BE'),
    `${RULE}.state: expected no state, since those of country 056 are not known, got "BE"`,
  ],
  'a day that does not exist': [
    rule('country: "840", from: 2026-02-30'),
    `${RULE}.from: ${DAY}, got "2026-02-30"`,
  ],
  'a year and a timestamp instead of days': [
    rule('country: "840", from: 2026, to: 2026-01-31T00:00:00Z'),
    `${RULE}.from: ${DAY}, got 2026`,
    `${RULE}.to: ${DAY}, got "2026-01-31T00:00:00Z"`,
  ],
  'a rule that ends before it begins': [
    rule('country: "840", from: 2026-02-01, to: 2026-01-31'),
    `${RULE}.to: expected 2026-02-01, the first day, or later, got "2026-01-31"`,
  ],
  'two rules of one name': [
    ruled(
      'name: one, effect: prohibit, source: a law, kind: debit',
      'name: one, effect: prohibit, source: a law, kind: prepaid',
    ),
    `${SHOP}.eligibility.rules[1].name: expected a name that no row above has, got "one"`,
  ],
  'countries that are malformed or duplicates': [
    shopWith('eligibility: { countries: ["840", 124, ~, "840"] }'),
    `${SHOP}.eligibility.countries[1]: ${COUNTRY}, got 124`,
    `${SHOP}.eligibility.countries[2]: ${COUNTRY}, got nothing`,
    `${SHOP}.eligibility.countries[3]: expected one that is not there already, got "840"`,
  ],
});

// Merchant files with problems in a price.

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
      `.modle: unknown key: did you mean model?`,
    ],
    'an unknown model with parameters': [
      priced('{ model: percent, colour: blue, cap: 4 }'),
      `.model: ${ONE_OF_THE_MODELS}, got "percent"`,
    ],
    'a misspelt model': [
      priced('{ model: percent-plus-fixd, percent: "2.9", fixed: "0.30" }'),
      `.model: ${ONE_OF_THE_MODELS}, got "percent-plus-fixd": did you mean percent-plus-fixed?`,
    ],
    'a model with the name of a property of Object.prototype': [
      priced('{ model: constructor }'),
      `.model: ${ONE_OF_THE_MODELS}, got "constructor"`,
    ],
    'a misspelt parameter': [
      priced('{ model: percent-plus-fixed, percnt: "2.9", fixed: "0.30" }'),
      `.percent: ${A_PERCENTAGE}, got nothing`,
      `.percnt: unknown key: did you mean percent?`,
    ],
    'the parameter of another model': [
      priced('{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30", network: {} }'),
      `.network: unknown key, known here: model, percent, fixed, cap`,
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
  },
  PRICING,
);

const FIGURES = broken(
  {
    'a percentage without quotes': [percent('2.9'), `.percent: ${A_PERCENTAGE}, got 2.9`],
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
    'dollars with a comma': [fixed('"1,000"'), `.fixed: ${US_DOLLARS}, got "1,000"`],
    'dollars with an exponent': [fixed('"1e3"'), `.fixed: ${US_DOLLARS}, got "1e3"`],
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
    'an empty default and an empty row': [
      membership('{ default: {}, rows: [{}] }'),
      `.interchange.default.percent: ${A_PERCENTAGE}, got nothing`,
      `.interchange.default.fixed: ${US_DOLLARS}, got nothing`,
      `.interchange.rows[0].prefix: ${A_PREFIX}, got nothing`,
      `.interchange.rows[0].percent: ${A_PERCENTAGE}, got nothing`,
      `.interchange.rows[0].fixed: ${US_DOLLARS}, got nothing`,
    ],
    'card prefixes with a letter, too long, without quotes, or used twice': [
      membership(`{ rows: [${['"4x"', '"424242424"', '4', '"4"', '"4"'].map(row).join(', ')}] }`),
      `.interchange.rows[0].prefix: ${A_PREFIX}, got "4x"`,
      `.interchange.rows[1].prefix: ${A_PREFIX}, got "424242424"`,
      `.interchange.rows[2].prefix: ${A_PREFIX}, got 4`,
      `.interchange.rows[4].prefix: expected a prefix that no row above has, got "4"`,
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
    'cards assigned twice': [
      tiered(
        'prefixes: [{ prefix: "4", tier: qualified }, { prefix: "4", tier: qualified }], kinds: [{ kind: debit, tier: qualified }, { kind: debit, tier: non-qualified }]',
      ),
      `.prefixes[1].prefix: expected a prefix that no row above has, got "4"`,
      `.kinds[1].kind: expected a kind that no row above has, got "debit"`,
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
export const BROKEN_VALUES: readonly BrokenFile[] = [
  ...MERCHANTS,
  ...SECTIONS,
  ...RULES,
  ...MODELS,
  ...FIGURES,
  ...TABLES,
];
