import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import testCards from '../../../fixtures/cards/test-cards.json' with { type: 'json' };
import illustrative from '../../../fixtures/eligibility/illustrative.json' with { type: 'json' };
import schema from '../../../merchants.schema.json' with { type: 'json' };
import {
  BROKEN_VALUES,
  BROKEN_YAML,
  type BrokenFile,
  FLAT,
  processor,
  shop,
  shopWith,
  unplaced,
} from '../../../test/engine/broken-merchants.ts';
import shipped from '../../mock/shipped-merchants.gen.json' with { type: 'json' };
import type { JsonSchema, Schemas } from '../../reading/json-schema.ts';
import { ConfigurationError } from '../../reading/problem-text.ts';
import { BRANDS } from '../cards/card.ts';
import { parseMerchants, problemsOfMerchants } from './parse-merchants.ts';

const folder = new URL('../../../fixtures/merchants/', import.meta.url);

describe('a merchant file', () => {
  test('keeps the order of merchants, even if a name looks like a number', () => {
    const shop = `{ processors: [{ mid: "700100", name: alpha, pricing: ${FLAT} }] }`;

    const merchants = parseMerchants(`merchants: { zoo: ${shop}, 7: ${shop}, bar: ${shop} }`, 'shops.yaml');

    expect(merchants.map(({ name }) => name)).toEqual(['zoo', '7', 'bar']);
  });

  test.each(['7.0', 'null', '0x10', 'true', '__proto__', 'constructor'])(
    'can have a merchant named %s',
    (name) => {
      const file = shop(processor()).replace('corner-shop', name);

      expect(parseMerchants(file, 'shops.yaml')[0]?.name).toBe(name);
    },
  );

  test('has the MID, the name and the model of each processor', () => {
    const several = parseMerchants(fixture('merchants.yaml'), 'merchants.yaml')[1];

    expect(several?.processors).toMatchObject([
      { mid: '700100', name: 'alpha', model: 'interchange-plus' },
      { mid: '700200', name: 'beta', model: 'percent-plus-fixed' },
    ]);
  });

  test('can have a processor with its MID as name', () => {
    const file = shop(processor({ name: '"700100"' }));

    expect(parseMerchants(file, 'shops.yaml')[0]?.processors[0]?.name).toBe('700100');
  });

  test.each([
    ['a byte order mark', `\uFEFF${shop(processor())}`],
    ['Windows line ends', shop(processor()).replaceAll(', ', ',\r\n ')],
    ['an end of the document', `---\n${shop(processor())}\n...\n`],
    [
      'JSON',
      JSON.stringify({ merchants: { one: { processors: [{ mid: '1', name: 'a', pricing: flat() }] } } }),
    ],
    ['empty sections', shopWith('cards: {}, eligibility: {}, multiPay: {}, rounding: {}')],
    ['shipped tables', shopWith('cards: { kinds: test-cards }, eligibility: { rules: illustrative }')],
    ['a price by an alias', shop(processor({ pricing: `&price ${FLAT}` }), other('*price'))],
    [
      'a price merged into another',
      shop(processor({ pricing: `&p ${FLAT}` }), other('{ <<: *p, percent: "1" }')),
    ],
    ['a price with a hundred and one aliases', shop(processor({ pricing: `&p ${FLAT}` }), ...others(101))],
  ])('can have %s', (_, file) => {
    expect(parseMerchants(file, 'shops.yaml')).toHaveLength(1);
  });

  test('stores the faults of the mock unchecked', () => {
    const [merchant] = parseMerchants(shopWith('faults: [{ then: nonsense }]'), 'shops.yaml');

    expect(merchant.extensions).toEqual({ faults: [{ ['then' as const]: 'nonsense' }] });
    expect(parseMerchants(shop(processor()), 'shops.yaml')[0]).not.toHaveProperty('extensions');
  });

  test.each(readdirSync(folder))('fixtures/merchants/%s is valid', (file) => {
    expect(parseMerchants(fixture(file), file)).not.toEqual([]);
  });
});

test.each<BrokenFile>(BROKEN_YAML)('a merchant file with %s is refused', (_, file, ...problems) => {
  expect(errorOf(file).message).toBe(problems.join('\n'));
});

test.each<BrokenFile>(BROKEN_VALUES)('a merchant file with %s is refused', (_, file, ...problems) => {
  expect(unplaced(errorOf(file).problems)).toEqual(problems);
});

test('a problem of a value names its line and column', () => {
  const shops = shop(processor({ mid: '7' }), `&p\n  ${other('\n { model: flatt }')}`);

  expect(errorOf(`${shops}\nversion: 1\n`).message.split('\n')).toEqual([
    expect.stringMatching(
      /^shops\.yaml:1:49: merchants\.corner-shop\.processors\[0\]\.mid: expected a string/,
    ),
    expect.stringMatching(
      /^shops\.yaml:3:11: .*\[1\]\.pricing\.model: .*, got "flatt": did you mean flat\?$/,
    ),
    'shops.yaml:4:10: version: unknown key, known here: merchants, scenarios',
  ]);
});

test('the error of a merchant file has the code "configuration" and a list of problems', () => {
  expect(errorOf('')).toMatchObject({
    code: 'configuration',
    problems: ['shops.yaml: the file: expected a mapping, got nothing'],
  });
});

test('an error shows twenty problems in its message, and lists all', () => {
  const wrong = Array.from({ length: 25 }, (_, at) => `  shop-${at}: {}`);
  const { message, problems } = errorOf(['merchants:', ...wrong].join('\n'));

  expect(problems).toHaveLength(25);
  expect(message.split('\n')).toEqual([...problems.slice(0, 20), 'and 5 more']);
});

function flat() {
  return { model: 'flat', fixed: '1' };
}

function other(pricing: string): string {
  return processor({ mid: '"700200"', name: 'beta', pricing });
}

function others(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) =>
    processor({ mid: `"${at}"`, name: `number-${at}`, pricing: '*p' }),
  );
}

function errorOf(file: string): ConfigurationError {
  try {
    parseMerchants(file, 'shops.yaml');
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

function fixture(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8');
}

/** The keys of the schema that it does not describe, such as `merchants.faults.then`. */
function undescribedIn(within: JsonSchema, place = ''): readonly string[] {
  const { properties = {}, oneOf = [], items, additionalProperties } = resolved(within);
  const inner = [...(oneOf as readonly JsonSchema[]), items, additionalProperties].filter(
    (value): value is JsonSchema => typeof value === 'object',
  );

  return [
    ...Object.entries(properties).flatMap(([key, value]) => {
      // Another part of the schema describes it.
      if (typeof value !== 'object') return [];
      const its = place === '' ? key : `${place}.${key}`;

      return [...(resolved(value)['description'] ? [] : [its]), ...undescribedIn(value, its)];
    }),
    ...inner.flatMap((value) => undescribedIn(value, place)),
  ];
}

/** The definition that a schema refers to, with what the schema adds. */
function resolved({ $ref, ...rest }: JsonSchema): JsonSchema {
  const definitions: Schemas = schema.$defs;

  return { ...($ref === undefined ? {} : definitions[$ref.replace('#/$defs/', '')]), ...rest };
}

describe('the schema of merchant files', () => {
  test('fits the shipped lists and merchants', () => {
    const processors = [{ mid: '1', name: 'a', pricing: { model: 'flat', fixed: '1' } }];
    const lists = { cards: { kinds: testCards.kinds }, eligibility: { rules: illustrative.rules } };

    expect(problemsOfMerchants({ merchants: { shop: { processors, ...lists } } })).toEqual([]);
    expect(problemsOfMerchants(shipped)).toEqual([]);
  });

  test('knows the brands that a card can have', () => {
    expect(schema.$defs.rule.properties.brand.enum).toEqual(BRANDS);
  });

  test('describes every key', () => {
    expect(undescribedIn(schema)).toEqual([]);
  });
});
