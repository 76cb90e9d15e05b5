import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../configuration-error.ts';
import { parseMerchants } from './parse-merchants.ts';

const folder = new URL('../../../fixtures/merchants/', import.meta.url);

const FLAT = '{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }';
const FREE = '{ percent: "0", fixed: "0" }';

function shop(...processors: readonly string[]): string {
  return `merchants: { corner-shop: { processors: [${processors.join(', ')}] } }`;
}

function processor({ mid = '"700100"', name = 'alpha', pricing = FLAT } = {}): string {
  return `{ mid: ${mid}, name: ${name}, pricing: ${pricing} }`;
}

function priced(pricing: string): string {
  return shop(processor({ pricing }));
}

function percent(value: string): string {
  return priced(`{ model: percent-plus-fixed, percent: ${value}, fixed: "0.30" }`);
}

function interchangePlus(changed: { readonly interchange?: string; readonly cap?: string }): string {
  const { interchange = `{ default: ${FREE}, rows: [${row('4')}] }`, cap = '{ percent: "4" }' } = changed;
  return priced(
    `{ model: interchange-plus, interchange: ${interchange}, network: ${FREE}, markup: ${FREE}, service: { percent: "0" }, cap: ${cap} }`,
  );
}

function row(prefix: string): string {
  return `{ prefix: "${prefix}", percent: "0", fixed: "0" }`;
}

describe('a merchant file', () => {
  test('gives its merchants in its own order, even where a name looks like a number', () => {
    const pricing = '{ model: percent-plus-fixed, percent: "1", fixed: "0" }';
    const shop = `{ processors: [{ mid: "700100", name: alpha, pricing: ${pricing} }] }`;

    const merchants = parseMerchants(`merchants: { zoo: ${shop}, 7: ${shop}, bar: ${shop} }`, 'shops.yaml');

    expect(merchants.map(({ name }) => name)).toEqual(['zoo', '7', 'bar']);
  });

  test('gives each processor its MID, its name and the name of its model', () => {
    const several = parseMerchants(fixture('merchants.yaml'), 'merchants.yaml')[1];

    expect(several?.processors).toMatchObject([
      { mid: '700100', name: 'alpha', model: 'interchange-plus' },
      { mid: '700200', name: 'beta', model: 'percent-plus-fixed' },
    ]);
  });

  test('may call a processor by its own MID', () => {
    const file = shop(processor({ name: '"700100"' }));

    expect(parseMerchants(file, 'shops.yaml')[0]?.processors[0]?.name).toBe('700100');
  });

  test.each(readdirSync(folder))('such as fixtures/merchants/%s has nothing wrong with it', (file) => {
    expect(parseMerchants(fixture(file), file)).not.toEqual([]);
  });
});

/** What is wrong, the file that has it, and every line that is then said after `shops.yaml has …`. */
const broken: readonly (readonly [name: string, file: string, ...problems: string[]])[] = [
  ['an empty file', '', 'the file: expected a mapping, got nothing'],
  ['a list in place of the file', '- one', 'the file: expected a mapping, got a list'],
  [
    'a misspelt first key',
    'merchant: {}',
    'merchants: expected a mapping of at least one, got nothing',
    'merchant: unknown key, the nearest known one is merchants',
  ],
  [
    'a file of no merchants',
    'merchants: {}',
    'merchants: expected a mapping of at least one, got an empty mapping',
  ],
  [
    'a merchant that is a text',
    'merchants: { corner-shop: alpha }',
    'merchants.corner-shop: expected a mapping, got "alpha"',
  ],
  [
    'a merchant without a name',
    shop(processor()).replace('corner-shop', '""'),
    'merchants: expected a name for every merchant, got ""',
  ],
  [
    'a merchant without processors',
    'merchants: { corner-shop: {} }',
    'merchants.corner-shop.processors: expected a list of at least one, got nothing',
  ],
  [
    'an empty list of processors',
    'merchants: { corner-shop: { processors: [] } }',
    'merchants.corner-shop.processors: expected a list of at least one, got an empty list',
  ],
  [
    'a merchant whose name would read badly in a path',
    'merchants: { "the shop. really": { processors: [] } }',
    'merchants["the shop. really"].processors: expected a list of at least one, got an empty list',
  ],
  [
    'a MID without quotes',
    shop(processor({ mid: '700100' })),
    'merchants.corner-shop.processors[0].mid: expected a string that is not empty, such as "700100", got 700100',
  ],
  [
    'an empty MID and an empty name',
    shop(processor({ mid: '""', name: '" "' })),
    'merchants.corner-shop.processors[0].mid: expected a string that is not empty, such as "700100", got ""',
    'merchants.corner-shop.processors[0].name: expected a string that is not empty, such as "alpha", got " "',
  ],
  [
    'one MID twice',
    shop(processor(), processor({ name: 'beta' })),
    'merchants.corner-shop.processors[1].mid: expected one that no processor above goes by, got "700100"',
  ],
  [
    'one name twice',
    shop(processor(), processor({ mid: '"700200"' })),
    'merchants.corner-shop.processors[1].name: expected one that no processor above goes by, got "alpha"',
  ],
  [
    'a MID that is the name of another processor',
    shop(processor(), processor({ mid: 'alpha', name: 'beta' })),
    'merchants.corner-shop.processors[1].mid: expected one that no processor above goes by, got "alpha"',
  ],
  [
    'a processor without a price',
    shop('{ mid: "700100", name: alpha }'),
    'merchants.corner-shop.processors[0].pricing: expected a mapping, got nothing',
  ],
  [
    'a price without a model',
    priced('{ percent: "2.9" }'),
    'merchants.corner-shop.processors[0].pricing.model: expected one of interchange-plus, percent-plus-fixed, got nothing',
  ],
  [
    'a model that nobody knows, whatever its parameters',
    priced('{ model: percent, colour: blue }'),
    'merchants.corner-shop.processors[0].pricing.model: expected one of interchange-plus, percent-plus-fixed, got "percent"',
  ],
  [
    'a percentage without quotes',
    percent('2.9'),
    'merchants.corner-shop.processors[0].pricing.percent: expected a percentage as a string, such as "2.9", got 2.9',
  ],
  [
    'a percentage with a percent sign',
    percent('"2.9 %"'),
    'merchants.corner-shop.processors[0].pricing.percent: expected a percentage as a string, such as "2.9", got "2.9 %"',
  ],
  [
    'a percentage that has no value',
    percent(''),
    'merchants.corner-shop.processors[0].pricing.percent: expected a percentage as a string, such as "2.9", got nothing',
  ],
  [
    'a negative percentage',
    percent('"-1"'),
    'merchants.corner-shop.processors[0].pricing.percent: expected a percentage from 0 to 100, got "-1"',
  ],
  [
    'more than everything',
    percent('"100.1"'),
    'merchants.corner-shop.processors[0].pricing.percent: expected a percentage from 0 to 100, got "100.1"',
  ],
  [
    'dollars without quotes',
    priced('{ model: percent-plus-fixed, percent: "2.9", fixed: 0.30 }'),
    'merchants.corner-shop.processors[0].pricing.fixed: expected US dollars as a string, such as "0.30", got 0.3',
  ],
  [
    'negative dollars',
    priced('{ model: percent-plus-fixed, percent: "2.9", fixed: "-0.30" }'),
    'merchants.corner-shop.processors[0].pricing.fixed: expected US dollars, 0 or more, got "-0.30"',
  ],
  [
    'a misspelt parameter',
    priced('{ model: percent-plus-fixed, percnt: "2.9", fixed: "0.30" }'),
    'merchants.corner-shop.processors[0].pricing.percent: expected a percentage as a string, such as "2.9", got nothing',
    'merchants.corner-shop.processors[0].pricing.percnt: unknown key, the nearest known one is percent',
  ],
  [
    'the parameter of another model',
    priced('{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30", cap: { percent: "4" } }'),
    'merchants.corner-shop.processors[0].pricing.cap: unknown key, known here: model, percent, fixed',
  ],
  [
    'an interchange table without rows or a default',
    interchangePlus({ interchange: '{}' }),
    'merchants.corner-shop.processors[0].pricing.interchange.default: expected a mapping, got nothing',
    'merchants.corner-shop.processors[0].pricing.interchange.rows: expected a list of at least one, got nothing',
  ],
  [
    'card prefixes that are no digits, too many, or taken',
    interchangePlus({
      interchange: `{ default: ${FREE}, rows: [${row('4x')}, ${row('424242424')}, ${row('4')}, ${row('4')}] }`,
    }),
    'merchants.corner-shop.processors[0].pricing.interchange.rows[0].prefix: expected the first 1 to 8 digits of a card as a string, such as "4242", got "4x"',
    'merchants.corner-shop.processors[0].pricing.interchange.rows[1].prefix: expected the first 1 to 8 digits of a card as a string, such as "4242", got "424242424"',
    'merchants.corner-shop.processors[0].pricing.interchange.rows[3].prefix: expected a prefix that no row above has, got "4"',
  ],
  [
    'a cap that is not a mapping',
    interchangePlus({ cap: '"4"' }),
    'merchants.corner-shop.processors[0].pricing.cap: expected a mapping, got "4"',
  ],
  [
    'unknown keys at every depth',
    `${shop(`{ mid: "700100", nane: alpha, name: beta, pricing: ${FLAT} }`)}\nversion: 1`,
    'version: unknown key, known here: merchants',
    'merchants.corner-shop.processors[0].nane: unknown key, the nearest known one is name',
  ],
];

describe('a merchant file is refused for', () => {
  test.each(broken)('%s', (_, file, ...problems) => {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;

    expect(errorOf(file).message).toBe([`shops.yaml has ${count}:`, ...problems].join('\n'));
  });

  test('YAML that does not parse, with file, line and column', () => {
    expect(errorOf('merchants:\n  corner-shop: [\n').message).toMatch(
      /^shops\.yaml has a problem:\nshops\.yaml:3:1: .+/,
    );
  });

  test('a name that two merchants share', () => {
    expect(errorOf('merchants:\n  one: {}\n  one: {}\n').problems).toEqual([
      'shops.yaml:3:3: Map keys must be unique',
    ]);
  });

  test('aliases that would never end', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de']) bomb.push(`${to}: &${to} [${`*${from}, `.repeat(9)}]`);

    expect(errorOf(bomb.join('\n')).problems).toEqual([
      'shops.yaml: Excessive alias count indicates a resource exhaustion attack',
    ]);
  });

  test('reasons that carry the code "configuration"', () => {
    expect(errorOf('').code).toBe('configuration');
  });
});

function errorOf(file: string): ConfigurationError {
  try {
    parseMerchants(file, 'shops.yaml');
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the file was taken');
}

function fixture(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}
