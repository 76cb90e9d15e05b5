import { describe, expect, it } from 'vitest';
import { parseMockFile } from '../../read-merchants.ts';
import type { FaultRule } from './fault.ts';
import { createFaultStore, type FaultStore, type MatchedCall } from './fault-store.ts';

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

  it.each([
    [5, 'expected a mapping, got 5'],
    [{ when: {} }, 'then: expected a mapping, got nothing'],
    ['amount=many: hang', 'when.amount: expected US dollars'],
    ['amount=1: hnag', 'then.hnag: unknown key, the nearest known one is hang'],
  ])('that is %j is refused', (rule, problem) => {
    expect(() => storeOf().add(rule as string)).toThrow(problem);
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
