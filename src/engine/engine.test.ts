import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createFeeEngine,
  parseDay,
  parseMerchants,
  type Quote,
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
  test.each(['700100', 'alpha'])('has the processor %s', (processor) => {
    expect(feeOf(withOne.quote({ ...sale, processor }))).toBe('2.43');
  });

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

  test.each([
    ['700100', '2.43'],
    ['alpha', '2.43'],
    // 100.00 × 2.9 % + 0.30 = 3.20; for Visa at most 3 %
    ['700200', '3'],
    ['beta', '3'],
  ])('is priced by processor %s', (processor, fee) => {
    expect(feeOf(withSeveral.quote({ ...sale, processor }))).toBe(fee);
  });
});

describe('an amount', () => {
  test('below 0 is refused', () => {
    expect(reasonsOf(withOne.quote({ ...sale, amount: -0.01 }))).toEqual([
      { code: 'negative-amount', field: 'amount', expected: 'US dollars, 0 or more', got: '-0.01' },
    ]);
  });

  test('of -0 has the fee 0', () => {
    expect(feeOf(withOne.quote({ ...sale, amount: -0 }))).toBe('0');
  });

  test.each([
    [40, 100],
    [100, 100],
    [0, 0],
  ])('of %d can be a part of %d', (amount, totalAmount) => {
    expect(withOne.quote({ ...sale, amount, totalAmount }).kind).toBe('quoted');
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

  test.each([1e15, 1e21, Number.MAX_VALUE, Number.MIN_VALUE])('of %d is exact', (amount) => {
    const quote = withSeveral.quote({ ...sale, amount, processor: 'beta' });
    const exact = quote.kind === 'quoted' ? quote.sum.minus('0.30').dividedBy('0.029') : undefined;

    expect(exact?.equals(String(amount))).toBe(true);
  });
});

describe('a country without fees', () => {
  const engine = engineOf('eligibility: { countries: ["840"] }');

  test.each([
    ['Canada, whose regions are known', '124'],
    ['Germany, whose regions are not', '276'],
  ])('has the fee 0 for any region, such as a zip code with %s', (_, country) => {
    const quote = engine.quote({ ...sale, country });

    expect(feeOf(quote)).toBe('0');
    expect(quote).toMatchObject({
      obstacles: [`the merchant charges no fee in country ${country}`],
      region: { kind: 'elsewhere', country, state: undefined, value: '85004' },
    });
  });

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
  const [priced, refusing] = [engineOf('regions: {}'), engineOf('regions: { unassignedZip: refuse }')];

  test.each(['00000', '99999', '00000-1234'])('is priced by default: %s', (region) => {
    expect(feeOf(priced.quote({ ...sale, region }))).toBe('3.2');
    expect(feeOf(withOne.quote({ ...sale, region }))).toBe('2.43');
  });

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

  test.each(['85004', '02134', '00501', '96910', '09001', 'AZ'])(
    'differs from %s, which is always priced',
    (region) => {
      expect(feeOf(refusing.quote({ ...sale, region }))).toBe('3.2');
    },
  );
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

  test.each(priced('unlisted: free'))('is free by default, or explicitly: %s', (pricing) => {
    for (const price of [pricing, pricing.replace(', unlisted: free', '')]) {
      expect(feeOf(engineOf('', price).quote(unlisted))).toBe('0');
    }
  });

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

  test.each([[[]], [['COUPON10']], [['Waive-Surcharge']], [['waive-surcharge ']]])(
    'waives nothing unless it is there character for character: %j',
    (data) => {
      expect(feeOf(engine.quote({ ...sale, data }))).toBe('3.2');
      expect(engine.quote({ ...sale, data })).toMatchObject({ waivers: [], obstacles: [] });
    },
  );

  test('waives nothing by default', () => {
    expect(feeOf(withOne.quote({ ...sale, data: ['waive-surcharge'] }))).toBe('2.43');
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
