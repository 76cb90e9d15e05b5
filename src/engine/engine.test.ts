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
  type Reason,
} from './index.ts';

const [one, several] = merchantsOf('merchants.yaml');
const withOne = createFeeEngine(one!);
const withSeveral = createFeeEngine(several!);
const [sharing] = merchantsOf('multi-pay.yaml');
const withShared = createFeeEngine(sharing!);
const sale: QuoteRequest = { amount: 100, nicn: '424242', region: '85004' };

describe('a merchant with one processor', () => {
  test.each(['700200', 'Alpha', ''])('has no processor "%s"', (processor) => {
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
  test('requires a processor', () => {
    expect(reasonsOf(withSeveral.quote(sale))).toEqual([
      {
        code: 'processor-required',
        field: 'processor',
        expected: 'the MID or name of a processor: 700100 or alpha, 700200 or beta',
        got: 'nothing',
      },
    ]);
  });
});

describe('an amount', () => {
  test('below 0 is refused', () => {
    expect(reasonsOf(withOne.quote({ ...sale, amount: -0.01 }))).toEqual([
      { code: 'negative-amount', field: 'amount', expected: 'US dollars, 0 or more', got: '-0.01' },
    ]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('of %d is refused', (amount) => {
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

  test('must not exceed the total', () => {
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
  ])('of %d equals the total %d to the cent, and is priced as the whole', (amount, totalAmount) => {
    const quote = withShared.quote({ ...sale, amount, totalAmount });

    expect(quote.kind).toBe('quoted');
    expect(feeOf(quote)).toBe(feeOf(withShared.quote({ ...sale, amount })));
  });

  test.each([
    [0.31, 0.3],
    [0.305, 0.3],
    [1e21, 1e20],
  ])('of %d exceeds the total %d to the cent, and is refused', (amount, totalAmount) => {
    expect(reasonsOf(withOne.quote({ ...sale, amount, totalAmount })).map(({ code }) => code)).toEqual([
      'part-over-total',
    ]);
  });

  test('with a negative total is refused for the total only', () => {
    expect(reasonsOf(withOne.quote({ ...sale, totalAmount: -1 }))).toEqual([
      { code: 'negative-amount', field: 'totalAmount', expected: 'US dollars, 0 or more', got: '-1' },
    ]);
  });
});

describe('a country without fees', () => {
  const engine = engineOf('eligibility: { countries: ["840"] }');

  test('has its known regions', () => {
    expect(engine.quote({ ...sale, country: '124', region: 'ON' })).toMatchObject({
      obstacles: ['the merchant charges no fee in country 124'],
      region: { state: 'ON' },
    });
  });

  test.each(['QQ', '', 'Paris'])('can be the United States: %j is not validated', (region) => {
    const abroad = engineOf('eligibility: { countries: ["124"] }');

    expect(feeOf(abroad.quote({ ...sale, region }))).toBe('0');
    expect(feeOf(abroad.quote({ ...sale, region, country: '630' }))).toBe('0');
  });

  test('can be defined by a country-wide rule, on its days', () => {
    const ruled = engineOf(
      'eligibility: { rules: [{ name: closed, country: "124", effect: prohibit, from: 2026-01-31, source: a law }] }',
    );
    const abroad = { ...sale, country: '124' };

    expect(feeOf(ruled.quote(abroad, parseDay('2026-01-31')))).toBe('0');
    expect(feeOf(ruled.quote(abroad))).toBe('0');
    expect(reasonsOf(ruled.quote(abroad, parseDay('2026-01-30')))).toMatchObject([
      { code: 'unknown-region' },
    ]);
  });

  test.each([
    ['a rule about one state of it', 'country: "124", state: ON'],
    ['a rule about a brand', 'brand: visa'],
  ])('is not defined by %s', (_, scope) => {
    const ruled = engineOf(
      `eligibility: { rules: [{ name: some, ${scope}, effect: prohibit, source: a law }] }`,
    );

    expect(reasonsOf(ruled.quote({ ...sale, country: '124' }))).toMatchObject([{ code: 'unknown-region' }]);
  });

  test('is a valid country', () => {
    expect(reasonsOf(engine.quote({ ...sale, country: '999' }))).toMatchObject([{ code: 'unknown-country' }]);
  });
});

describe('a zip code that is not assigned to a state', () => {
  const refusing = engineOf('regions: { unassignedZip: refuse }');

  test.each(['00000', '99999', '00000-1234'])('is refused if the merchant file says so: %s', (region) => {
    expect(reasonsOf(refusing.quote({ ...sale, region }))).toEqual([
      {
        code: 'unknown-region',
        field: 'region',
        expected: 'a zip code that is in use, such as 85004',
        got: JSON.stringify(region),
      },
    ]);
  });
});

describe('a card without a row in the price', () => {
  const rows = 'rows: [{ prefix: "4", percent: "1.50", fixed: "0.10" }]';
  const none = '{ percent: "0", fixed: "0" }';
  const tiers = `qualified: ${none}, mid-qualified: ${none}, non-qualified: ${none}`;
  const priced = (policy: string) => [
    `{ model: membership, interchange: { ${rows}, ${policy} }, network: ${none}, fixed: "0" }`,
    `{ model: interchange-plus, interchange: { ${rows}, ${policy} }, network: ${none}, markup: ${none}, service: { percent: "0" } }`,
    `{ model: tiered, ${tiers}, prefixes: [{ prefix: "4", tier: qualified }], ${policy} }`,
  ];
  const unlisted = { ...sale, nicn: '555555' };

  test.each(priced('unlisted: refuse'))('is refused if configured: %s', (pricing) => {
    const engine = engineOf('', pricing);

    expect(engine.quote(sale).kind).toBe('quoted');
    expect(reasonsOf(engine.quote(unlisted))).toEqual([
      {
        code: 'unlisted-card',
        field: 'nicn',
        expected: 'the first digits of a card that the price has a row for',
        got: '"555555"',
      },
    ]);
  });

  test.each(priced('unlisted: refuse'))('is free if rules prohibit a fee: %s', (pricing) => {
    const engine = engineOf('eligibility: { countries: ["840"], waivedBy: [waive-surcharge] }', pricing);

    expect(feeOf(engine.quote({ ...unlisted, country: '124' }))).toBe('0');
    expect(feeOf(engine.quote({ ...unlisted, data: ['waive-surcharge'] }))).toBe('0');
  });
});

describe('an entry of data', () => {
  const engine = engineOf('eligibility: { waivedBy: [waive-surcharge, STAFF] }');

  test.each([[['waive-surcharge']], [['COUPON10', 'STAFF']]])('waives the fee: %j', (data) => {
    const quote = engine.quote({ ...sale, data });

    expect(feeOf(quote)).toBe('0');
    expect(quote).toMatchObject({
      waivers: data.slice(-1),
      obstacles: [`the entry ${JSON.stringify(data.at(-1))} of data waives the fee`],
    });
  });
});

describe('a refusal', () => {
  test('gives all reasons', () => {
    const quote = withSeveral.quote({ amount: -5, nicn: '424242', region: 'Arizona', totalAmount: -9 });

    expect(reasonsOf(quote).map(({ code, field, got }) => [code, field, got])).toEqual([
      ['negative-amount', 'amount', '-5'],
      ['negative-amount', 'totalAmount', '-9'],
      ['processor-required', 'processor', 'nothing'],
      ['unknown-region', 'region', '"Arizona"'],
    ]);
  });
});

/** The engine of a merchant file with one merchant. */
function engineOf(said: string, pricing = '{ model: percent-plus-fixed, percent: "2.9", fixed: "0.30" }') {
  const rest = said === '' ? '' : `, ${said}`;
  const [merchant] = parseMerchants(
    `merchants: { shop: { processors: [{ mid: "700100", name: alpha, pricing: ${pricing} }]${rest} } }`,
    'a test',
  );

  return createFeeEngine(merchant);
}

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

// Tests the explanation in a quote.

const [withPlus] = merchantsOf('interchange-plus.yaml').map(createFeeEngine);

describe('a fee', () => {
  test('is explained line by line', () => {
    const quote = withPlus!.quote({ ...sale, nicn: '37828224' });
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
      'eligibility: { rules: [{ name: at cost, country: "840", effect: cap-at-cost, source: a law }] }',
      `{ model: tiered, qualified: ${tier}, mid-qualified: ${tier}, non-qualified: ${tier}, default: qualified, service: { percent: "1.50" } }`,
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
    const engine = engineOf('', '{ model: percent-plus-fixed, percent: "0", fixed: "0.25" }');
    const quote = engine.quote(sale);

    expect(quote.kind === 'quoted' && quote.lines.map(({ label }) => label)).toEqual(['fixed']);
  });
});

describe('a fee beyond the largest number', () => {
  test('becomes the largest number, so that JSON can represent it', () => {
    const all = '{ percent: "100", fixed: "0" }';
    const engine = engineOf(
      '',
      `{ model: membership, interchange: { default: ${all}, rows: [{ prefix: "4", percent: "100", fixed: "0" }] }, network: ${all}, fixed: "0" }`,
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
  const since = parseDay('2022-07-01');

  test('limit a fee together with the cap; the quote marks the applied limit', () => {
    const { limits, sum } = quotedBy(surcharging.quote(inColorado, since));

    expect(sum.toFixed()).toBe('3.68');
    expect(limits.map(({ label, note, limit, applied }) => [label, note, limit.toFixed(), applied])).toEqual([
      ['cap', '4 % of the amount', '4', false],
      ['colorado', 'the larger of 2 % of the amount and the cost of accepting the card (2.48)', '2.48', true],
    ]);
  });

  test('may both prohibit a fee, which is 0 without a refusal', () => {
    const quote = quotedBy(surcharging.quote({ ...inColorado, nicn: '400005', region: 'CT' }, since));

    expect(quote.obstacles).toEqual(['connecticut prohibits a fee', 'debit prohibits a fee']);
    expect([quote.transactionFee, quote.lines, quote.limits, quote.sum.toFixed()]).toEqual([0, [], [], '0']);
  });
});

describe('a card without a row in the price', () => {
  test('has the fee 0 with an obstacle', () => {
    const tiers = ['qualified', 'mid-qualified', 'non-qualified']
      .map((tier) => `${tier}: { percent: "2", fixed: "0.10" }`)
      .join(', ');
    const engine = engineOf('', `{ model: tiered, ${tiers}, prefixes: [{ prefix: "5", tier: qualified }] }`);

    expect(feeOf(engine.quote({ ...sale, nicn: '555555' }))).toBe('2.1');
    expect(quotedBy(engine.quote(sale))).toMatchObject({
      transactionFee: 0,
      obstacles: ['the price has no row for cards that begin with 424242 (kind: unknown), and no default'],
      lines: [],
    });
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

function quotedBy(quote: Quote): Quoted {
  if (quote.kind === 'refused') throw new Error(JSON.stringify(quote.reasons));
  return quote;
}
