import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFeeEngine, parseMerchants, type Quote, type QuoteRequest, type Reason } from './index.ts';

const [one, several] = parseMerchants(
  readFileSync(new URL('../../fixtures/merchants/merchants.yaml', import.meta.url), 'utf8'),
  'merchants.yaml',
);
const withOne = createFeeEngine(one!);
const withSeveral = createFeeEngine(several!);
const sale: QuoteRequest = { amount: 100, nicn: '424242', region: '85004' };

describe('a merchant with one processor', () => {
  test('need not say which', () => {
    expect(feeOf(withOne.quote(sale))).toBe('2.43');
  });

  test.each(['700100', 'alpha'])('may call it %s', (processor) => {
    expect(feeOf(withOne.quote({ ...sale, processor }))).toBe('2.43');
  });

  test.each(['700200', 'Alpha', ''])('is told that "%s" is none of its own', (processor) => {
    expect(reasonsOf(withOne.quote({ ...sale, processor }))).toEqual([
      {
        code: 'unknown-processor',
        field: 'processor',
        expected: 'the MID or name of a processor: 700100 or alpha',
        got: `"${processor}"`,
      },
    ]);
  });
});

describe('a merchant with several processors', () => {
  test('has to say which', () => {
    expect(reasonsOf(withSeveral.quote(sale))).toEqual([
      {
        code: 'processor-required',
        field: 'processor',
        expected: 'the MID or name of a processor: 700100 or alpha, 700200 or beta',
        got: 'nothing',
      },
    ]);
  });

  test.each([
    ['700100', '2.43'],
    ['alpha', '2.43'],
    ['700200', '3.2'],
    ['beta', '3.2'],
  ])('pays what processor %s asks', (processor, fee) => {
    expect(feeOf(withSeveral.quote({ ...sale, processor }))).toBe(fee);
  });
});

describe('an amount', () => {
  test('below nothing has no fee', () => {
    expect(reasonsOf(withOne.quote({ ...sale, amount: -0.01 }))).toEqual([
      { code: 'negative-amount', field: 'amount', expected: 'US dollars, 0 or more', got: '-0.01' },
    ]);
  });

  test('of minus nothing is nothing', () => {
    expect(feeOf(withOne.quote({ ...sale, amount: -0 }))).toBe('0');
  });

  test.each([
    [40, 100],
    [100, 100],
    [0, 0],
  ])('of %d may be a part of %d', (amount, totalAmount) => {
    expect(withOne.quote({ ...sale, amount, totalAmount }).kind).toBe('quoted');
  });

  test('may not be a part of less', () => {
    expect(reasonsOf(withOne.quote({ ...sale, totalAmount: 99.99 }))).toEqual([
      {
        code: 'part-over-total',
        field: 'amount',
        expected: 'no more than the totalAmount of 99.99',
        got: '100',
      },
    ]);
  });

  test('cannot be a part of a negative total, which is said of the total', () => {
    expect(reasonsOf(withOne.quote({ ...sale, totalAmount: -1 }))).toEqual([
      { code: 'negative-amount', field: 'totalAmount', expected: 'US dollars, 0 or more', got: '-1' },
    ]);
  });

  test.each([1e15, 1e21, Number.MAX_VALUE, Number.MIN_VALUE])('of %d loses no digit', (amount) => {
    const quote = withSeveral.quote({ ...sale, amount, processor: 'beta' });
    const exact = quote.kind === 'quoted' ? quote.sum.minus('0.30').dividedBy('0.029') : undefined;

    expect(exact?.equals(String(amount))).toBe(true);
  });
});

describe('a refusal', () => {
  test('has every reason at once', () => {
    const quote = withSeveral.quote({ amount: -5, nicn: '424242', region: 'Arizona', totalAmount: -9 });

    expect(reasonsOf(quote).map(({ code, field, got }) => [code, field, got])).toEqual([
      ['negative-amount', 'amount', '-5'],
      ['negative-amount', 'totalAmount', '-9'],
      ['processor-required', 'processor', 'nothing'],
      ['unknown-region', 'region', '"Arizona"'],
    ]);
  });
});

describe('a fee', () => {
  test('is explained line by line', () => {
    const quote = withOne.quote({ ...sale, nicn: '37828224' });
    const lines = quote.kind === 'quoted' ? quote.lines : [];

    expect(lines.map(({ label, amount, note }) => `${label}: ${amount}, ${note}`)).toEqual([
      'interchange share: 2.4, 2.4 % of 100.00, cards that begin with 37',
      'interchange fixed: 0.1, for each transaction, cards that begin with 37',
      'network share: 0.13, 0.13 % of 100.00',
      'network fixed: 0.02, for each transaction',
      'markup share: 0.25, 0.25 % of 100.00',
      'markup fixed: 0.08, for each transaction',
      'service share: 0.2, 0.2 % of 100.00',
    ]);
  });

  test('has no line for a part of nothing', () => {
    const free = '{ model: percent-plus-fixed, percent: "0", fixed: "0.25" }';
    const [shop] = parseMerchants(
      `merchants: { shop: { processors: [{ mid: "1", name: alpha, pricing: ${free} }] } }`,
      'shop.yaml',
    );
    const quote = createFeeEngine(shop!).quote(sale);

    expect(quote.kind === 'quoted' && quote.lines.map(({ label }) => label)).toEqual(['fixed']);
  });

  test('says what it was calculated from', () => {
    expect(withOne.quote({ ...sale, region: 'us-az' })).toMatchObject({
      processor: { mid: '700100', name: 'alpha', model: 'interchange-plus' },
      card: { brand: 'visa', prefix: '424242' },
      region: { kind: 'state', country: '840', value: 'AZ' },
    });
  });

  test.each([
    [100, '4', false],
    [5, '0.2', true],
  ])('of %d says that its cap is %s, and whether it counted', (amount, limit, applied) => {
    const quote = withOne.quote({ ...sale, amount });

    expect(quote.kind === 'quoted' && quote.cap?.limit.toString()).toBe(limit);
    expect(quote.kind === 'quoted' && quote.cap?.applied).toBe(applied);
  });

  test('without a cap says nothing of one', () => {
    const quote = withSeveral.quote({ ...sale, processor: 'beta' });

    expect(quote.kind === 'quoted' && quote.cap).toBe(undefined);
  });
});

function feeOf(quote: Quote): string {
  return quote.kind === 'quoted' ? quote.fee.toFixed() : JSON.stringify(quote.reasons);
}

function reasonsOf(quote: Quote): readonly Reason[] {
  return quote.kind === 'refused' ? quote.reasons : [];
}
