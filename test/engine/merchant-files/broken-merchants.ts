/** Helpers to write merchant files that have problems. */

/** The name of a case, the file, and the lines of the error message below `shops.yaml has …`. */
export type BrokenFile = readonly [name: string, file: string, ...problems: string[]];

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

export const BROKEN_MERCHANTS = broken({
  'an empty file': ['', `${A_MAPPING}, got nothing`],
  'only a comment': ['# merchants\n', `${A_MAPPING}, got nothing`],
  'only null': ['~', `${A_MAPPING}, got nothing`],
  'a string instead of a mapping': ['merchants', `${A_MAPPING}, got "merchants"`],
  'a list instead of a mapping': ['- one', `${A_MAPPING}, got a list`],
  'a misspelt first key': [
    'merchant: {}',
    'merchants: expected a mapping of at least one, got nothing',
    'merchant: unknown key, the nearest known one is merchants',
  ],
  'an empty mapping of merchants': [
    'merchants: {}',
    'merchants: expected a mapping of at least one, got an empty mapping',
  ],
  'a list of merchants': ['merchants: [{}]', 'merchants: expected a mapping of at least one, got a list'],
  'a merchant that is a string': [
    'merchants: { corner-shop: alpha }',
    `${SHOP}: expected a mapping, got "alpha"`,
  ],
  'a merchant without a value': ['merchants: { corner-shop: }', `${SHOP}: expected a mapping, got nothing`],
  'a merchant without a name': [
    shop(processor()).replace('corner-shop', '""'),
    'merchants: expected a name for each of them, got ""',
  ],
  'a merchant without processors': [
    'merchants: { corner-shop: {} }',
    `${SHOP}.processors: expected a list of at least one, got nothing`,
  ],
  'an empty list of processors': [
    'merchants: { corner-shop: { processors: [] } }',
    `${SHOP}.processors: expected a list of at least one, got an empty list`,
  ],
  'a processor instead of a list': [
    `merchants: { corner-shop: { processors: ${processor()} } }`,
    `${SHOP}.processors: expected a list of at least one, got a mapping`,
  ],
  'a processor that is a number': [
    'merchants: { corner-shop: { processors: [700100] } }',
    `${PROCESSOR}: expected a mapping, got 700100`,
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
  'a processor without a price': [
    shop('{ mid: "700100", name: alpha }'),
    `${PRICING}: expected a mapping, got nothing`,
  ],
  'a list of prices': [
    shop(processor({ pricing: `[${FLAT}]` })),
    `${PRICING}: expected a mapping, got a list`,
  ],
  'unknown keys at every depth': [
    `${shop(`{ mid: "700100", nane: alpha, name: beta, pricing: ${FLAT} }`)}\nversion: 1`,
    'version: unknown key, known here: merchants, scenarios',
    `${PROCESSOR}.nane: unknown key, the nearest known one is name`,
  ],
  'keys with names of properties of Object.prototype': [
    `merchants: { corner-shop: { processors: [${processor()}], __proto__: 1, hasOwnProperty: 2, 3: 4 } }`,
    `${SHOP}.3: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
    `${SHOP}.__proto__: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
    `${SHOP}.hasOwnProperty: unknown key, known here: processors, cards, regions, eligibility, multiPay, rounding, faults`,
  ],
  'a key in other capitals': [
    `merchants: { corner-shop: { processors: [${processor()}], multipay: { fixed: shared } } }`,
    `${SHOP}.multipay: unknown key, the nearest known one is multiPay`,
  ],
});

// Files with invalid YAML, or with YAML that merchant files may not use.

export const BROKEN_YAML = broken({
  'a list without an end': [
    'merchants:\n  corner-shop: [\n',
    'shops.yaml:2:16: expected ] at the end of this [, got none before the end of the file',
  ],
  'a mapping without an end before other lines': [
    'merchants: { corner-shop: { token: x }\nregions: {}\n',
    'shops.yaml:1:12: expected } at the end of this {, got none before line 2, column 1',
  ],
  'a list with the end of a mapping': [
    'merchants: { corner-shop: [1} }\n',
    'shops.yaml:1:27: expected ] at the end of this [, got none before line 1, column 29',
  ],
  'a tab instead of spaces': [
    'merchants:\n\tcorner-shop: 1\n',
    'shops.yaml:2:1: Tabs are not allowed as indentation',
  ],
  'two merchants with one name': [
    'merchants:\n  one: {}\n  one: {}\n',
    'shops.yaml:3:3: Map keys must be unique',
  ],
  'two merchants with one name, once in quotes': [
    'merchants:\n  7: {}\n  "7": {}\n',
    'shops.yaml:3:3: Map keys must be unique',
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
