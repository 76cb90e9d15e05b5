import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type BrokenFile, SHOP, shopWith } from '../../../../test/engine/merchant-files/broken-file.ts';
import { edit, edited } from '../../../../test/engine/merchant-files/edited-file.ts';
import type { Json } from '../../../../test/engine/merchant-files/merchant-file.ts';
import { publishedSchema } from '../../../../test/engine/merchant-files/published-schema.ts';
import { keysOf, placeOf } from '../../../../test/engine/merchant-files/schema-keys.ts';
import { ConfigurationError } from '../../../engine/index.ts';
import { parseMockFile } from '../../read-merchants.ts';

const ROOT = new URL('../../../../', import.meta.url);
const isMerchantFile = publishedSchema();

const RULE = `${SHOP}.faults[0]`;
const KINDS =
  'status, reset, hang, truncated, malformed, empty, close, refuse, message, no-fields, zero-fee, slow-body, truncated-gzip, content-length, single-bytes, no-content, duplicate-header';

function ruled(rule: string): string {
  return shopWith(`faults: [{ ${rule} }]`);
}

const BROKEN_FAULTS: readonly BrokenFile[] = [
  [
    'an empty list of faults',
    shopWith('faults: []'),
    `${SHOP}.faults: expected a list of at least one, got an empty list`,
  ],
  ['a rule without a fault', ruled(''), `${RULE}.then: expected a mapping, got nothing`],
  [
    'a fault that does nothing',
    ruled('then: {}'),
    `${RULE}.then: expected at least one of ${KINDS}, latency, got none of them`,
  ],
  [
    'two faults in one',
    ruled('then: { status: 503, hang: true }'),
    `${RULE}.then: expected at most one of ${KINDS}, got status and hang`,
  ],
  [
    'a jitter without a latency and a retry-after without a status',
    ruled('then: { malformed: true, jitter: 5, retry-after: 1 }'),
    `${RULE}.then: expected latency beside jitter, got jitter alone`,
    `${RULE}.then: expected status beside retry-after, got retry-after alone`,
  ],
  [
    'numbers out of range',
    ruled('then: { latency: 0.5, jitter: "5", status: 200, retry-after: -1 }'),
    `${RULE}.then.latency: expected a whole number from 0 to 600000, got 0.5`,
    `${RULE}.then.jitter: expected a whole number from 0 to 600000, got "5"`,
    `${RULE}.then.status: expected a whole number from 400 to 599, got 200`,
    `${RULE}.then.retry-after: expected a whole number from 0 to 86400, got -1`,
  ],
  [
    'an unknown moment of a reset',
    ruled('then: { reset: during }'),
    `${RULE}.then.reset: expected one of true, before, after, got "during"`,
  ],
  [
    'a hang that is false',
    ruled('then: { hang: false }'),
    `${RULE}.then.hang: expected one of true, before, after, got false`,
  ],
  [
    'truncated: false',
    ruled('then: { truncated: false }'),
    `${RULE}.then.truncated: expected true, got false`,
  ],
  [
    'a text for malformed',
    ruled('then: { malformed: html }'),
    `${RULE}.then.malformed: expected true, got "html"`,
  ],
  ['empty without a value', ruled('then: { empty: }'), `${RULE}.then.empty: expected true, got nothing`],
  ['close: false', ruled('then: { close: false }'), `${RULE}.then.close: expected true, got false`],
  ['a reason to refuse', ruled('then: { refuse: no }'), `${RULE}.then.refuse: expected true, got "no"`],
  ['an amount as fee', ruled('then: { zero-fee: 0 }'), `${RULE}.then.zero-fee: expected true, got 0`],
  [
    'a text for no fields',
    ruled('then: { no-fields: {} }'),
    `${RULE}.then.no-fields: expected true, got an empty mapping`,
  ],
  [
    'a message that is a number',
    ruled('then: { message: 7 }'),
    `${RULE}.then.message: expected a string that is not empty, such as "declined", got 7`,
  ],
  [
    'a slow body of 0 bytes per second',
    ruled('then: { slow-body: 0 }'),
    `${RULE}.then.slow-body: expected a whole number from 1 to 1000000000, got 0`,
  ],
  [
    'a compression without a choice',
    ruled('then: { truncated-gzip: deflate }'),
    `${RULE}.then.truncated-gzip: expected true, got "deflate"`,
  ],
  [
    'a number as the announced length',
    ruled('then: { content-length: 5 }'),
    `${RULE}.then.content-length: expected one of long, short, got 5`,
  ],
  [
    'an unknown word for the announced length',
    ruled('then: { content-length: shor }'),
    `${RULE}.then.content-length: expected one of long, short, got "shor", the nearest is short`,
  ],
  [
    'single-bytes: false',
    ruled('then: { single-bytes: false }'),
    `${RULE}.then.single-bytes: expected true, got false`,
  ],
  [
    'a status for no content',
    ruled('then: { no-content: 205 }'),
    `${RULE}.then.no-content: expected true, got 205`,
  ],
  [
    'a name of the duplicate header',
    ruled('then: { duplicate-header: Content-Length }'),
    `${RULE}.then.duplicate-header: expected true, got "Content-Length"`,
  ],
  [
    'a text for conditions',
    ruled('when: always, then: { hang: true }'),
    `${RULE}.when: expected a mapping, got "always"`,
  ],
  [
    'an unknown path and a negative amount',
    ruled('when: { path: /v1/ch/sales, amount: -1 }, then: { hang: true }'),
    `${RULE}.when.path: expected one of /v1/ch, /v1/ch/sale, got "/v1/ch/sales", the nearest is /v1/ch/sale`,
    `${RULE}.when.amount: expected US dollars, 0 or more, such as "13.37", got -1`,
  ],
  [
    'an amount in words',
    ruled('when: { amount: many }, then: { hang: true }'),
    `${RULE}.when.amount: expected US dollars, 0 or more, such as "13.37", got "many"`,
  ],
  [
    'an empty mapping of fields',
    ruled('when: { body: {} }, then: { hang: true }'),
    `${RULE}.when.body: expected a mapping of at least one, got an empty mapping`,
  ],
  [
    'a field that is a list',
    ruled('when: { body: { nicn: "424242", campaign: [slow] } }, then: { hang: true }'),
    `${RULE}.when.body.campaign: expected a text, a number, true or false, got a list`,
  ],
  [
    'every, probability and times out of range',
    ruled('when: { every: 0, probability: 50, times: 0.5 }, then: { hang: true }'),
    `${RULE}.when.every: expected a whole number from 1 to 1000000, got 0`,
    `${RULE}.when.probability: expected a number from 0 to 1, got 50`,
    `${RULE}.when.times: expected a whole number from 1 to 1000000, got 0.5`,
  ],
  [
    'a condition on the merchant',
    ruled('when: { merchant: one }, then: { hang: true }'),
    `${RULE}.when.merchant: unknown key, known here: path, amount, body, every, probability, times`,
  ],
];

const dollars = fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2));
const condition = fc.record(
  {
    path: fc.constantFrom('/v1/ch', '/v1/ch/sale'),
    amount: fc.oneof(dollars, fc.integer({ min: 0, max: 100 })),
    body: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.oneof(fc.string(), fc.integer(), fc.boolean()),
      { minKeys: 1, maxKeys: 2 },
    ),
    every: fc.integer({ min: 1, max: 10 }),
    probability: fc.constantFrom(0, 0.5, 1),
    times: fc.integer({ min: 1, max: 10 }),
  },
  { requiredKeys: ['path'] },
);
const fault = fc
  .tuple(
    fc.oneof(
      fc.record(
        { status: fc.integer({ min: 400, max: 599 }), 'retry-after': fc.nat(10) },
        { requiredKeys: ['status'] },
      ),
      fc.record({ reset: fc.constantFrom(true, 'before', 'after') }),
      fc.record({ truncated: fc.constant(true) }),
      fc.record({ 'slow-body': fc.integer({ min: 1, max: 1000 }) }),
    ),
    fc.option(fc.record({ latency: fc.nat(1000), jitter: fc.nat(1000) }, { requiredKeys: ['latency'] }), {
      nil: {},
    }),
  )
  .map(([kind, late]) => ({ ...kind, ...late }));
const rule = fc
  .tuple(fault, fc.option(condition, { nil: undefined }))
  .map(([its, when]) => Object.fromEntries([...(when === undefined ? [] : [['when', when]]), ['then', its]]));

/** A merchant file with valid faults, as JSON. */
const fileWithFaults: fc.Arbitrary<Json> = fc.array(rule, { minLength: 1, maxLength: 3 }).map((faults) => {
  const processors = [{ mid: '1', name: 'a', pricing: { model: 'flat', fixed: '1' } }];

  return JSON.parse(JSON.stringify({ merchants: { shop: { processors, faults } } }));
});

describe('the faults of a merchant file', () => {
  test('become rules of the merchant', () => {
    const file = ruled('when: { amount: 13.37 }, then: { hang: true, latency: 5 }');

    expect(parseMockFile(file, 'shops.yaml').merchants[0].faults).toEqual([
      { when: { amount: 13.37 }, ['then' as const]: { hang: 'before', latency: 5 } },
    ]);
    expect(parseMockFile(shopWith('rounding: {}'), 'shops.yaml').merchants[0].faults).toEqual([]);
  });

  test.each(BROKEN_FAULTS)('are refused for %s', (_, file, ...problems) => {
    expect(errorOf(file).problems).toEqual(problems);
  });

  test('have their problems in one error with those of the prices', () => {
    const file =
      'merchants: { corner-shop: { processors: [{ mid: "1", name: a, pricing: { model: flat } }], faults: [{ then: { status: 200 } }], fault: 1 } }';

    expect(errorOf(file).message).toBe(
      [
        'shops.yaml has 3 problems:',
        `${SHOP}.processors[0].pricing.fixed: expected US dollars as a string, such as "0.30", got nothing`,
        `${RULE}.then.status: expected a whole number from 400 to 599, got 200`,
        `${SHOP}.fault: unknown key, the nearest known one is faults`,
      ].join('\n'),
    );
  });
});

describe('the published schema of merchant files', () => {
  test.each(readdirSync(new URL('fixtures/merchants/', ROOT)))('accepts fixtures/merchants/%s', (file) => {
    const text = readFileSync(new URL(`fixtures/merchants/${file}`, ROOT), 'utf8');
    isMerchantFile(parse(text, { merge: true }));

    expect(isMerchantFile.errors ?? []).toEqual([]);
  });

  test.each(BROKEN_FAULTS)('refuses %s', (_, file) => {
    expect(isMerchantFile(parse(file, { stringKeys: true, merge: true }))).toBe(false);
  });

  test('describes every key of a fault, and each has a broken file', () => {
    const keys = keysOf('').filter(({ place }) => place.startsWith('merchants.faults'));
    const problems = BROKEN_FAULTS.flatMap(([, , ...lines]) => lines.map(placeOf));

    expect(keys.filter(({ said }) => said === '')).toEqual([]);
    expect(keys.map(({ place }) => place).filter((place) => !problems.includes(place))).toEqual([]);
  });

  test('accepts what the parser accepts', () => {
    fc.assert(
      fc.property(fileWithFaults, (file) => {
        expect(verdicts(file)).toEqual({ schema: true, parser: true });
      }),
    );
  });

  test('agrees with the parser on a file with one edit', () => {
    fc.assert(
      fc.property(fileWithFaults, edit, (file, change) => {
        const { schema: ofSchema, parser } = verdicts(edited(file, change));

        expect(ofSchema).toBe(parser);
      }),
      { numRuns: 300 },
    );
  });
});

function verdicts(file: Json): { readonly schema: boolean; readonly parser: boolean } {
  return { schema: isMerchantFile(file), parser: isAccepted(JSON.stringify(file)) };
}

function isAccepted(file: string): boolean {
  try {
    parseMockFile(file, 'shops.json');
    return true;
  } catch (error) {
    if (error instanceof ConfigurationError) return false;
    throw error;
  }
}

function errorOf(file: string): ConfigurationError {
  try {
    parseMockFile(file, 'shops.yaml');
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}
