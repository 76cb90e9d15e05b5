/** The faults of a merchant file: a broken one is refused with its place, by the mock and by the published schema. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { SHOP, shopWith } from '../../../../test/engine/merchant-files/broken-merchants.ts';
import { keysOf, placeOf, publishedSchema } from '../../../../test/engine/merchant-files/merchant-file.ts';
import { ConfigurationError } from '../../../engine/index.ts';
import { parseMockFile } from '../../read-merchants.ts';
import { FAULTS, KINDS } from './fault.ts';

const isMerchantFile = publishedSchema();
const kinds = KINDS.join(', ');

/** The faults without a value. */
const flags = Object.entries(FAULTS).flatMap(([name, { value }]) => (value['const'] === true ? [name] : []));

/** A rule, and what is wrong with it. */
const BROKEN: readonly (readonly [rule: string, ...problems: string[]])[] = [
  ['', 'then: expected a mapping, got nothing'],
  ['then: {}', `then: expected at least one of ${kinds}, latency, got none of them`],
  ['then: { status: 503, hang: true }', `then: expected at most one of ${kinds}, got status and hang`],
  [
    'then: { malformed: true, jitter: 5, retry-after: 1 }',
    'then: expected latency beside jitter, got jitter alone',
    'then: expected status beside retry-after, got retry-after alone',
  ],
  [
    'then: { latency: 0.5, jitter: "5", status: 200, retry-after: -1 }',
    'then.latency: expected a whole number from 0 to 600000, got 0.5',
    'then.jitter: expected a whole number from 0 to 600000, got "5"',
    'then.status: expected a whole number from 400 to 599, got 200',
    'then.retry-after: expected a whole number from 0 to 86400, got -1',
  ],
  ['then: { reset: during }', 'then.reset: expected one of true, before, after, got "during"'],
  ['then: { hang: false }', 'then.hang: expected one of true, before, after, got false'],
  ['then: { empty: }', 'then.empty: expected true, got nothing'],
  ['then: { refuse: no }', 'then.refuse: expected true, got "no"'],
  ['then: { no-fields: {} }', 'then.no-fields: expected true, got an empty mapping'],
  ...flags.map((flag) => [`then: { ${flag}: false }`, `then.${flag}: expected true, got false`] as const),
  ['then: { message: 7 }', 'then.message: expected a string that is not empty, such as "declined", got 7'],
  ['then: { slow-body: 0 }', 'then.slow-body: expected a whole number from 1 to 1000000000, got 0'],
  ['then: { content-length: 5 }', 'then.content-length: expected one of long, short, got 5'],
  [
    'then: { content-length: shor }',
    'then.content-length: expected one of long, short, got "shor", the nearest is short',
  ],
  ['when: always, then: { hang: true }', 'when: expected a mapping, got "always"'],
  [
    'when: { path: /v1/ch/sales, amount: -1 }, then: { hang: true }',
    'when.path: expected one of /v1/ch, /v1/ch/sale, got "/v1/ch/sales", the nearest is /v1/ch/sale',
    'when.amount: expected US dollars, 0 or more, such as "13.37", got -1',
  ],
  [
    'when: { amount: many }, then: { hang: true }',
    'when.amount: expected US dollars, 0 or more, such as "13.37", got "many"',
  ],
  [
    'when: { body: {} }, then: { hang: true }',
    'when.body: expected a mapping of at least one, got an empty mapping',
  ],
  [
    'when: { body: { nicn: "424242", campaign: [slow] } }, then: { hang: true }',
    'when.body.campaign: expected a text, a number, true or false, got a list',
  ],
  [
    'when: { every: 0, probability: 50, times: 0.5 }, then: { hang: true }',
    'when.every: expected a whole number from 1 to 1000000, got 0',
    'when.probability: expected a number from 0 to 1, got 50',
    'when.times: expected a whole number from 1 to 1000000, got 0.5',
  ],
  [
    'when: { merchant: one }, then: { hang: true }',
    'when.merchant: unknown key, known here: path, amount, body, every, probability, times',
  ],
];

const fileWith = (rule: string) => shopWith(`faults: [{ ${rule} }]`);
const faultsOf = (file: string) => parseMockFile(file, 'shops.yaml').merchants[0].faults;

function errorOf(file: string): ConfigurationError {
  try {
    faultsOf(file);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
  }
  throw new Error('the file was accepted');
}

test('the faults of a merchant file become rules of the merchant', () => {
  expect(faultsOf(fileWith('when: { amount: 13.37 }, then: { hang: true, latency: 5 }'))).toEqual([
    { when: { amount: 13.37 }, ['then' as const]: { hang: 'before', latency: 5 } },
  ]);
  expect(faultsOf(shopWith('rounding: {}'))).toEqual([]);
});

test.each(BROKEN)('is refused: %s', (rule, ...problems) => {
  expect(errorOf(fileWith(rule)).problems).toEqual(problems.map((one) => `${SHOP}.faults[0].${one}`));
  expect(isMerchantFile(parse(fileWith(rule), { stringKeys: true, merge: true }))).toBe(false);
});

test('an empty list of faults is refused', () => {
  expect(errorOf(shopWith('faults: []')).problems).toEqual([
    `${SHOP}.faults: expected a list of at least one, got an empty list`,
  ]);
});

test('the problems of faults are in one error with those of the prices', () => {
  const file =
    'merchants: { corner-shop: { processors: [{ mid: "1", name: a, pricing: { model: flat } }], faults: [{ then: { status: 200 } }], fault: 1 } }';

  expect(errorOf(file).message).toBe(
    [
      'shops.yaml has 3 problems:',
      `${SHOP}.processors[0].pricing.fixed: expected US dollars as a string, such as "0.30", got nothing`,
      `${SHOP}.faults[0].then.status: expected a whole number from 400 to 599, got 200`,
      `${SHOP}.fault: unknown key, the nearest known one is faults`,
    ].join('\n'),
  );
});

test('the published schema describes every key of a fault, and each is in a broken file', () => {
  const keys = keysOf('').filter(({ place }) => place.startsWith('merchants.faults'));
  const places = BROKEN.flatMap(([, ...problems]) => problems).map((one) =>
    placeOf(`${SHOP}.faults[0].${one}`),
  );

  expect(keys.filter(({ said }) => said === '')).toEqual([]);
  expect(
    keys.map(({ place }) => place).filter((place) => !['merchants.faults', ...places].includes(place)),
  ).toEqual([]);
});
