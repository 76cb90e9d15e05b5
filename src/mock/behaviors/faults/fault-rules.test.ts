import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { SHOP, shopWith, unplaced } from '../../../../test/engine/broken-merchants.ts';
import { ConfigurationError } from '../../../engine/index.ts';
import { parseMockFile } from '../../read-merchants.ts';
import { FAULTS, type Fault, type FaultRule, faultExamples, KINDS } from './fault.ts';
import { createFaultStore, type FaultStore, type MatchedCall, readFaultHeader } from './faults.ts';
import { readFaultText, readRuleText, showFault, showRule } from './read-fault.ts';

const fault: fc.Arbitrary<Fault> = fc
  .tuple(
    fc.oneof(
      fc.record({ status: fc.integer({ min: 400, max: 599 }) }),
      fc.record({ status: fc.constant(429), 'retry-after': fc.nat(9) }),
      fc.record({ reset: fc.constantFrom('before' as const, 'after' as const) }),
      fc.record({ hang: fc.constantFrom('before' as const, 'after' as const) }),
      fc.record({ truncated: fc.constant(true as const) }),
      fc.record({ 'slow-body': fc.integer({ min: 1, max: 10_000 }) }),
    ),
    fc.constantFrom<Fault>({}, { latency: 0 }, { latency: 500 }, { latency: 500, jitter: 200 }),
  )
  .map(([kind, late]) => ({ ...late, ...kind }));

describe('the text of a fault', () => {
  it('gives the same fault when it is read again', () => {
    fc.assert(
      fc.property(fault, (original) => {
        expect(readFaultText(showFault(original), 'here')).toEqual(original);
      }),
    );
  });

  it.each<[string, Fault]>([
    [
      'latency=500;jitter=200, status=503;retry-after=2',
      { latency: 500, jitter: 200, status: 503, 'retry-after': 2 },
    ],
    ['  reset  ', { reset: 'before' }],
    ['hang=after', { hang: 'after' }],
    ['429', { status: 429 }],
    ['latency=5, message= not  today ', { latency: 5, message: 'not  today' }],
    ['503 ; retry-after = "2"', { status: 503, 'retry-after': 2 }],
  ])('may be %j', (text, expected) => {
    expect(readFaultHeader(text)).toEqual({ kind: 'read', fault: expected });
  });

  it.each([
    ['', 'expected NAME or NAME=VALUE, with commas or semicolons in between, and a value with one of'],
    ['message=not: today', 'and no colon'],
    ['message=a=b', 'in double quotes, got "message=a=b"'],
    ['status=503,', 'got nothing'],
    ['status 503', 'got "status 503"'],
    ['amount=13.37: hang', 'and no colon'],
    ['latency=1, latency=2', 'expected latency once'],
    ['latancy=5', 'Tollgate-Fault.latancy: unknown key: did you mean latency?'],
    ['latency=soon', 'Tollgate-Fault.latency: expected a whole number from 0 to 600000, got "soon"'],
    ['__proto__=5, hang', 'Tollgate-Fault.__proto__: unknown key'],
    ['status=4242424242424242', 'got 424242…(16 digits)'],
  ])('may not be %j', (text, problem) => {
    expect(readFaultHeader(text)).toMatchObject({
      kind: 'refused',
      code: 'malformed-fault',
      detail: expect.stringContaining(problem),
    });
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '=', ' ', ',', ';', ':', '"', '5'), maxLength: 60 }),
        (text) => {
          expect(['read', 'refused']).toContain(readFaultHeader(text).kind);
        },
      ),
    );
  });

  it.each([
    ['a', ' ', 'x'],
    ['a=', ' ', '='],
    ['a=', ' ', '"'],
    ['a="', ' ', ''],
    ['a=b', ' ', '='],
    ['a=', 'b ', '='],
    ['', ' ', '"'],
    ['', 'a', '!'],
    ['', 'a=,', '!'],
  ])('is read in linear time: %j and many %j before %j', (begin, filling, end) => {
    const text = begin + filling.repeat(4000 / filling.length) + end;
    const before = process.cpuUsage();
    for (let time = 0; time < 30; time++) expect(readFaultHeader(text).kind).toBe('refused');

    // In quadratic time each takes 20 ms. Processor time, in microseconds: the machine may be busy.
    expect(process.cpuUsage(before).user).toBeLessThan(300_000);
  });

  it.each([
    ['a header', (text: string) => readFaultText(text, 'here')],
    ['a rule', (text: string) => readRuleText(text, 'here')],
  ])('has 4096 characters at most: %s', (_what, read) => {
    const text = `hang${' '.repeat(4092)}`;

    expect(() => read(`${text} `)).toThrow('here: expected at most 4096 characters, got 4097');
    expect(() => read(text)).not.toThrow();
  });
});

describe('the examples of faults', () => {
  it.each(faultExamples())('are shown as they are read: $fault', ({ fault }) => {
    expect(showFault(readFaultText(fault, 'example'))).toBe(fault);
  });

  it.each(['reset', 'hang'])('say whether the call is carried out: %s', (name) => {
    const effectOf = (text: string) => faultExamples().find(({ fault }) => fault === text)?.effect;

    expect(effectOf(name)).toMatch(/ The call is not carried out\.$/);
    expect(effectOf(`${name}=after`)).toMatch(/ The call is carried out first\.$/);
  });

  it('show each kind, and a latency', () => {
    const members = faultExamples().flatMap(({ fault }) => Object.keys(readFaultText(fault, 'example')));

    expect([...KINDS, 'latency'].filter((name) => !members.includes(name))).toEqual([]);
  });
});

describe('the text of a rule', () => {
  it('has conditions before a colon', () => {
    const text =
      'path=/v1/ch, merchant=007, amount=13.37;body.nicn=424242, body.mTxId="a: b", every=10: reset';

    expect(readRuleText(text, 'here')).toEqual({
      when: {
        path: '/v1/ch',
        merchant: '007',
        amount: '13.37',
        every: 10,
        body: { nicn: '424242', mTxId: 'a: b' },
      },
      ['then' as const]: { reset: 'before' },
    });
  });

  it('is shown as it is read', () => {
    const text = 'amount=13.37, body.authCode="a b": message="not today: no"';

    expect(showRule(readRuleText(text, 'example'))).toBe(text);
  });

  it('may have no conditions', () => {
    expect(readRuleText('hang', 'here')).toEqual({ ['then' as const]: { hang: 'before' } });
  });

  it.each(['a=1: b: c', ': hang', 'amount=13.37:'])('may not be %j', (text) => {
    expect(() => readRuleText(text, '--fault')).toThrow(/^--fault: expected /);
  });
});

function storeOf(...rules: readonly string[]): FaultStore {
  const store = createFaultStore();
  for (const rule of rules) store.add(rule);

  return store;
}

function call(body: unknown = {}, own: Partial<MatchedCall> = {}): MatchedCall {
  return { path: '/v1/ch', merchant: 'one', body, ...own };
}

/** The numbers of the calls with a fault, of this many equal calls, from 1. */
function callsWithFault(store: FaultStore, calls: number, one = call()): readonly number[] {
  return Array.from({ length: calls }, (_, at) => at + 1).filter(() => store.match(one) !== undefined);
}

describe('a fault rule', () => {
  it.each([
    ['amount=13.37: hang', { amount: 13.37 }],
    ['amount=13.370: hang', { amount: 13.37 }],
    ['amount=13: hang', { amount: 13.0 }],
    ['amount=13.37: hang', { amount: '13.370' }],
    ['body.nicn=424242: hang', { nicn: '424242' }],
    ['body.region=02134: hang', { region: '02134' }],
    ['body.totalAmount=5: hang', { totalAmount: 5.0 }],
    ['body.campaign=slow: hang', { campaign: ['quick', 'slow'] }],
    ['body.flag=true: hang', { flag: true }],
    ['body.mTxId=: hang', { mTxId: '' }],
    ['path=/v1/ch: hang', 'nothing'],
    ['merchant=one: hang', undefined],
    ['hang', undefined],
  ])('%s matches %j', (rule, body) => {
    expect(storeOf(rule).match(call(body))).toEqual({ hang: 'before' });
  });

  it.each([
    ['amount=13.37: hang', { amount: 13.38 }],
    ['amount=0: hang', { amount: '' }],
    ['amount=0: hang', { amount: null }],
    ['amount=0: hang', {}],
    ['amount=13.37: hang', ['13.37']],
    ['amount=13.37: hang', undefined],
    ['body.region=02134: hang', { region: '2134' }],
    ['body.campaign=slow: hang', { campaign: [] }],
    ['body.toString=x: hang', {}],
    ['body.mTxId=null: hang', { mTxId: null }],
    ['body.amount=: hang', { amount: 0 }],
    ['amount=1, body.nicn=424242: hang', { amount: 1 }],
    ['path=/v1/ch/sale: hang', {}],
    ['merchant=several: hang', {}],
  ])('%s does not match %j', (rule, body) => {
    expect(storeOf(rule).match(call(body))).toBeUndefined();
  });

  it('affects every Nth of the calls that it matches, and only the first times', () => {
    const store = storeOf('amount=1, every=3, times=2: hang');

    expect(store.match(call({ amount: 2 }))).toBeUndefined();
    expect(callsWithFault(store, 12, call({ amount: 1 }))).toEqual([3, 6]);
  });

  it('affects calls at random, which the seed decides', () => {
    const atRandom = (seed: number, rule = 'probability=0.25: hang') => {
      const store = createFaultStore({ seed });
      store.add(rule);

      return callsWithFault(store, 1000);
    };

    expect(atRandom(7)).toEqual(atRandom(7));
    expect(atRandom(7)).not.toEqual(atRandom(8));
    expect(atRandom(7).length).toBeGreaterThan(150);
    expect(atRandom(7).length).toBeLessThan(350);
    expect(atRandom(7, 'probability=0: hang')).toEqual([]);
    expect(atRandom(7, 'probability=1: hang')).toHaveLength(1000);
  });
});

describe('the faults of a mock', () => {
  it('are none at first and after they are removed or cleared', () => {
    const store = storeOf();
    expect(store.isIdle()).toBe(true);
    const id = store.add('hang');
    store.add('reset');
    expect(store.isIdle()).toBe(false);

    expect(store.remove(id)).toBe(true);
    expect(store.remove(id)).toBe(false);
    expect(store.match(call())).toEqual({ reset: 'before' });
    store.clear();
    expect(store.isIdle()).toBe(true);
    expect(store.match(call())).toBeUndefined();
  });

  it('apply in their order and count their hits', () => {
    const store = storeOf('times=1: hang', 'amount=5: truncated', '503');
    for (const amount of [5, 5, 1]) store.match(call({ amount }));
    store.match(call({ amount: 1 }));

    expect(store.list().map(({ hits }) => hits)).toEqual([1, 1, 2]);
    expect(store.list()[1]).toEqual({
      id: 'fault-2',
      rule: { when: { amount: '5' }, ['then' as const]: { truncated: true } },
      hits: 1,
    });
  });

  it('list rules that can be added again', () => {
    const store = storeOf('amount=5, body.a=b, every=2: latency=5;jitter=2, 503;retry-after=1', 'hang=after');
    const again = createFaultStore();
    for (const { rule } of store.list()) again.add(JSON.parse(JSON.stringify(rule)) as FaultRule);

    expect(again.list()).toEqual(store.list());
  });

  it('delay a response by their latency, which varies by their jitter', () => {
    const store = storeOf();
    const delays = Array.from({ length: 200 }, () => store.delayOf({ latency: 100, jitter: 150 }));

    expect(Math.min(...delays)).toBe(0);
    expect(Math.max(...delays)).toBeGreaterThan(200);
    expect(Math.max(...delays)).toBeLessThanOrEqual(250);
    expect(store.delayOf({ latency: 100 })).toBe(100);
    expect(store.delayOf({ hang: 'before' })).toBe(0);
  });

  it('include those of the merchants, after all others, until the merchants change', () => {
    const file = (faults: string) =>
      parseMockFile(
        `merchants: { shop: { processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "1" } }], ${faults} } }`,
        'shop.yaml',
      ).merchants;
    let merchants = file(
      'faults: [{ when: { amount: 13.37 }, then: { hang: true } }, { then: { empty: true } }]',
    );
    const store = createFaultStore({ merchants: () => merchants });
    const one = call({ amount: 13.37 }, { merchant: 'shop' });

    expect(store.isIdle()).toBe(false);
    expect(store.match(one)).toEqual({ hang: 'before' });
    expect(store.match({ ...one, merchant: 'another' })).toBeUndefined();
    expect(store.list()).toMatchObject([
      { id: 'merchants.shop.faults[0]', merchant: 'shop', hits: 1 },
      { id: 'merchants.shop.faults[1]', merchant: 'shop', hits: 0 },
    ]);
    store.add('503');
    expect(store.match(one)).toEqual({ status: 503 });
    store.clear();
    expect(store.match(one)).toEqual({ hang: 'before' });

    merchants = file('multiPay: {}');
    expect(store.isIdle()).toBe(true);
    expect(store.list()).toEqual([]);
  });
});
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
    'then.content-length: expected one of long, short, got "shor": did you mean short?',
  ],
  ['when: always, then: { hang: true }', 'when: expected a mapping, got "always"'],
  [
    'when: { path: /v1/ch/sales, amount: -1 }, then: { hang: true }',
    'when.path: expected one of /v1/ch, /v1/ch/sale, got "/v1/ch/sales": did you mean /v1/ch/sale?',
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
  expect(unplaced(errorOf(fileWith(rule)).problems)).toEqual(
    problems.map((one) => `${SHOP}.faults[0].${one}`),
  );
});

test('an empty list of faults is refused', () => {
  expect(unplaced(errorOf(shopWith('faults: []')).problems)).toEqual([
    `${SHOP}.faults: expected a list of at least one, got an empty list`,
  ]);
});

test('the problems of faults are in one error with those of the prices', () => {
  const file =
    'merchants: { corner-shop: { processors: [{ mid: "1", name: a, pricing: { model: flat } }], faults: [{ then: { status: 200 } }], fault: 1 } }';

  expect(unplaced(errorOf(file).problems)).toEqual([
    `${SHOP}.processors[0].pricing.fixed: expected US dollars as a string, such as "0.30", got nothing`,
    `${SHOP}.faults[0].then.status: expected a whole number from 400 to 599, got 200`,
    `${SHOP}.fault: unknown key: did you mean faults?`,
  ]);
});
