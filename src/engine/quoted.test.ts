/** Tests the explanation in a quote. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createFeeEngine,
  explain,
  parseDay,
  parseMerchants,
  type Quote,
  type Quoted,
  type QuoteRequest,
} from './index.ts';

const [withOne] = merchantsOf('interchange-plus.yaml').map(createFeeEngine);
const sale: QuoteRequest = { amount: 100, nicn: '424242', region: '85004' };

describe('a fee', () => {
  test('is explained line by line', () => {
    const quote = withOne!.quote({ ...sale, nicn: '37828224' });
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

  test('of a tiered price has a line for the service share, which is excluded from the cost', () => {
    const tier = '{ percent: "2.20", fixed: "0.15" }';
    const engine = engineOf(
      `pricing: { model: tiered, qualified: ${tier}, mid-qualified: ${tier}, non-qualified: ${tier}, default: qualified, service: { percent: "1.50" } }`,
      'eligibility: { rules: [{ name: at cost, country: "840", effect: cap-at-cost, source: a law }] }',
    );
    const quote = engine.quote(sale);
    const { lines, limits, transactionFee } = quote as Quoted;

    expect(lines.map(({ label, amount, note }) => `${label}: ${amount}, ${note}`)).toEqual([
      'qualified share: 2.2, 2.2 % of 100.00',
      'qualified fixed: 0.15, for each transaction',
      'service share: 1.5, 1.5 % of 100.00',
    ]);
    expect(limits.map(({ label, limit, applied }) => [label, limit.toFixed(), applied])).toEqual([
      ['at cost', '2.35', true],
    ]);
    expect(transactionFee).toBe(2.35);
  });

  test('has no line for a part of 0', () => {
    const engine = engineOf('pricing: { model: percent-plus-fixed, percent: "0", fixed: "0.25" }');
    const quote = engine.quote(sale);

    expect(quote.kind === 'quoted' && quote.lines.map(({ label }) => label)).toEqual(['fixed']);
  });

  test('shows its inputs', () => {
    expect(withOne!.quote({ ...sale, region: 'us-az' })).toMatchObject({
      processor: { mid: '700100', name: 'alpha', model: 'interchange-plus' },
      card: { brand: 'visa', prefix: '424242' },
      region: { kind: 'state', country: '840', value: 'AZ' },
    });
  });

  test.each([
    [100, '4', false],
    [5, '0.2', true],
  ])('of %d has the cap %s, with its effect', (amount, limit, applied) => {
    const quote = withOne!.quote({ ...sale, amount });

    expect(quote.kind === 'quoted' && quote.limits).toMatchObject([
      { label: 'cap', note: '4 % of the amount', applied },
    ]);
    expect(quote.kind === 'quoted' && quote.limits[0]?.limit.toString()).toBe(limit);
  });
});

describe('a fee beyond the largest number', () => {
  test('becomes the largest number, so that JSON can represent it', () => {
    const all = '{ percent: "100", fixed: "0" }';
    const engine = engineOf(
      `pricing: { model: membership, interchange: { default: ${all}, rows: [{ prefix: "4", percent: "100", fixed: "0" }] }, network: ${all}, fixed: "0" }`,
    );
    const quote = engine.quote({ ...sale, amount: Number.MAX_VALUE });

    expect(quote.kind === 'quoted' && quote.transactionFee).toBe(Number.MAX_VALUE);
    expect(quote.kind === 'quoted' && quote.fee.equals(quote.amount.times(2))).toBe(true);
  });
});

describe('rules about surcharges', () => {
  const [shop] = merchantsOf('surcharging.yaml');
  const surcharging = createFeeEngine(shop!);
  const inColorado: QuoteRequest = { amount: 100, nicn: '601111', region: 'US-CO' };
  const [before, since] = [parseDay('2022-06-30'), parseDay('2022-07-01')];

  test('are part of the quote, with their sources', () => {
    expect(quotedBy(surcharging.quote(inColorado, since)).rules).toMatchObject([
      {
        name: 'colorado',
        country: '840',
        state: 'CO',
        effect: { kind: 'limit' },
        from: '2022-07-01',
        source: expect.stringContaining('Colo. Rev. Stat.'),
      },
    ]);
    expect(quotedBy(surcharging.quote(inColorado, before)).rules).toEqual([]);
  });

  test('limit a fee together with the cap; the quote marks the applied limit', () => {
    const { limits, sum } = quotedBy(surcharging.quote(inColorado, since));

    expect(sum.toFixed()).toBe('3.68');
    expect(limits.map(({ label, note, limit, applied }) => [label, note, limit.toFixed(), applied])).toEqual([
      ['cap', '4 % of the amount', '4', false],
      ['colorado', 'the larger of 2 % of the amount and the cost of accepting the card (2.48)', '2.48', true],
    ]);
  });

  test.each([
    ['a state that prohibits it', { region: '06103' }, ['connecticut prohibits a fee']],
    [
      'a country that is not listed',
      { country: '250', region: 'Paris' },
      ['the merchant charges no fee in country 250'],
    ],
    ['a debit card', { nicn: '400005' }, ['debit prohibits a fee']],
    [
      'a debit card in such a state',
      { nicn: '400005', region: 'CT' },
      ['connecticut prohibits a fee', 'debit prohibits a fee'],
    ],
  ])('prohibit a fee for %s: the fee is 0 without a refusal', (_, fields, obstacles) => {
    const quote = quotedBy(surcharging.quote({ ...inColorado, ...fields }, since));

    expect(quote.obstacles).toEqual(obstacles);
    expect(quote.transactionFee).toBe(0);
    expect([quote.lines, quote.limits, quote.sum.toFixed()]).toEqual([[], [], '0']);
  });

  test('apply without a day unless they have an end', () => {
    const names = quotedBy(surcharging.quote({ ...inColorado, region: 'OK' })).rules.map(({ name }) => name);

    expect(names).toEqual(['oklahoma-share', 'oklahoma-cost']);
  });

  test('are off by default', () => {
    const quote = quotedBy(withOne!.quote({ ...sale, region: 'CT' }, since));

    expect([quote.rules, quote.obstacles, quote.fee.toFixed()]).toEqual([[], [], '2.43']);
  });
});

describe('a card without a row in the price', () => {
  test('has the fee 0 with an obstacle', () => {
    const tiers = ['qualified', 'mid-qualified', 'non-qualified']
      .map((tier) => `${tier}: { percent: "2", fixed: "0.10" }`)
      .join(', ');
    const engine = engineOf(
      `pricing: { model: tiered, ${tiers}, prefixes: [{ prefix: "5", tier: qualified }] }`,
    );

    expect(feeOf(engine.quote({ ...sale, nicn: '555555' }))).toBe('2.1');
    expect(quotedBy(engine.quote(sale))).toMatchObject({
      transactionFee: 0,
      obstacles: ['the price has no row for cards that begin with 424242 (kind: unknown), and no default'],
      lines: [],
    });
  });
});

describe('rounding', () => {
  test('is part of the quote, next to the fee as a number', () => {
    const quote = quotedBy(withOne!.quote({ ...sale, amount: 19.99 }));

    // 19.99 × 2.23 % + 0.20 = 0.645777
    expect([quote.sum.toFixed(), quote.fee.toFixed(), quote.transactionFee]).toEqual([
      '0.645777',
      '0.65',
      0.65,
    ]);
    expect(quote.rounding).toEqual({ mode: 'half-up', decimals: 2 });
  });
});

describe('an explained quote', () => {
  test('is plain data with amounts as strings', () => {
    const [shop] = merchantsOf('surcharging.yaml');
    const request: QuoteRequest = { ...sale, nicn: '601111', region: 'ON', country: '124', totalAmount: 250 };
    const explanation = explain(quotedBy(createFeeEngine(shop!).quote(request, parseDay('2026-01-31'))));

    expect(JSON.parse(JSON.stringify(explanation))).toEqual({
      transactionFee: 2.4,
      amount: '100',
      totalAmount: '250',
      asOf: '2026-01-31',
      processor: { mid: '700100', name: 'alpha', model: 'interchange-plus' },
      card: { brand: 'discover', kind: 'unknown', prefix: '601111' },
      region: { value: 'ON', country: '124', state: 'ON' },
      rules: [{ name: 'canada', effect: 'at most 2.4 % of the amount', source: expect.any(String) }],
      obstacles: [],
      lines: [
        { label: 'interchange share', amount: '1.9', note: '1.9 % of 100.00, cards that no row is for' },
        { label: 'interchange fixed', amount: '0.1', note: 'for each transaction, cards that no row is for' },
        { label: 'network share', amount: '0.13', note: '0.13 % of 100.00' },
        { label: 'network fixed', amount: '0.02', note: 'for each transaction' },
        { label: 'markup share', amount: '0.25', note: '0.25 % of 100.00' },
        { label: 'markup fixed', amount: '0.08', note: 'for each transaction' },
        { label: 'service share', amount: '1.2', note: '1.2 % of 100.00' },
      ],
      sum: '3.68',
      limits: [
        { label: 'cap', limit: '4', note: '4 % of the amount', applied: false },
        { label: 'canada', limit: '2.4', note: '2.4 % of the amount', applied: true },
      ],
      rounding: { mode: 'half-up', decimals: 2 },
    });
  });
});

function merchantsOf(file: string) {
  const path = new URL(`../../fixtures/merchants/${file}`, import.meta.url);
  return parseMerchants(readFileSync(path, 'utf8'), file);
}

function engineOf(pricing: string, ...more: readonly string[]) {
  const processors = `processors: [{ mid: "700100", name: alpha, ${pricing} }]`;
  const text = `merchants: { shop: { ${[processors, ...more].join(', ')} } }`;
  return createFeeEngine(parseMerchants(text, 'shop.yaml')[0]!);
}

function quotedBy(quote: Quote): Quoted {
  if (quote.kind === 'refused') throw new Error(JSON.stringify(quote.reasons));
  return quote;
}

function feeOf(quote: Quote): string {
  return quote.kind === 'quoted' ? quote.fee.toFixed() : JSON.stringify(quote.reasons);
}
