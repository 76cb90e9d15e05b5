import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFeeEngine, parseMerchants, type Quote, type QuoteRequest, type Reason } from './index.ts';

const [one, several] = merchantsOf('merchants.yaml');
const withOne = createFeeEngine(one!);
const withSeveral = createFeeEngine(several!);
const [sharing] = merchantsOf('multi-pay.yaml');
const withShared = createFeeEngine(sharing!);
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

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('of %d has no fee', (amount) => {
    expect(reasonsOf(withOne.quote({ ...sale, amount }))).toEqual([
      { code: 'negative-amount', field: 'amount', expected: 'US dollars, 0 or more', got: String(amount) },
    ]);
    expect(reasonsOf(withOne.quote({ ...sale, totalAmount: amount }))).toEqual([
      {
        code: 'negative-amount',
        field: 'totalAmount',
        expected: 'US dollars, 0 or more',
        got: String(amount),
      },
    ]);
  });

  test('may not be a part of less', () => {
    expect(reasonsOf(withOne.quote({ ...sale, totalAmount: 99.99 }))).toEqual([
      {
        code: 'part-over-total',
        field: 'amount',
        expected: 'no more than the totalAmount',
        got: '100',
      },
    ]);
  });

  test.each([
    [0.1 + 0.2, 0.3],
    [107.97999999999999 + 1e-13, 107.98],
    [0.304, 0.3],
  ])('of %d is a part of %d, which it equals to the cent, and the whole of it', (amount, totalAmount) => {
    const quote = withShared.quote({ ...sale, amount, totalAmount });

    expect(quote.kind).toBe('quoted');
    expect(feeOf(quote)).toBe(feeOf(withShared.quote({ ...sale, amount })));
  });

  test.each([
    [0.31, 0.3],
    [0.305, 0.3],
    [1e21, 1e20],
  ])('of %d is not a part of %d, over which it is to the cent', (amount, totalAmount) => {
    expect(reasonsOf(withOne.quote({ ...sale, amount, totalAmount })).map(({ code }) => code)).toEqual([
      'part-over-total',
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

function merchantsOf(file: string) {
  const path = new URL(`../../fixtures/merchants/${file}`, import.meta.url);
  return parseMerchants(readFileSync(path, 'utf8'), file);
}

function feeOf(quote: Quote): string {
  return quote.kind === 'quoted' ? quote.fee.toFixed() : JSON.stringify(quote.reasons);
}

function reasonsOf(quote: Quote): readonly Reason[] {
  return quote.kind === 'refused' ? quote.reasons : [];
}
