/** What holds of every fee, and the fees themselves by whole numbers: nothing here knows decimals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFeeEngine, parseMerchants, type Quoted } from './index.ts';

/** A decimal as digits and how many of them follow the point: 2.9 is { digits: 29n, places: 1 }. */
interface Exact {
  readonly digits: bigint;
  readonly places: number;
}

interface Price {
  readonly percent: string;
  readonly fixed: string;
}

interface Case {
  readonly pricing: unknown;
  /** What this card is charged: the percents and the fixed parts that count, and the cap. */
  readonly percents: readonly string[];
  readonly fixed: readonly string[];
  readonly cap: string | undefined;
  readonly nicn: string;
}

const amount = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
  fc.double({ min: 0, max: 10_000, noNaN: true }),
  fc.double({ min: 0, max: 1e25, noNaN: true }),
  fc.constantFrom(0, 0.125, 1.005, 7.67, 19.99, 0.1 + 0.2, 1e15, 1e21, Number.MIN_VALUE),
);
const percent = fc.integer({ min: 0, max: 100_000 }).map((thousandths) => decimal(thousandths, 3));
const usd = fc.integer({ min: 0, max: 20_000 }).map((thousandths) => decimal(thousandths, 3));
const price: fc.Arbitrary<Price> = fc.record({ percent, fixed: usd });
const nicn = fc.stringMatching(/^4[01]{5,7}$/);
const prefix = fc.oneof(fc.stringMatching(/^4[01]{0,2}$/), fc.stringMatching(/^4[01]{2,7}$/));

const percentPlusFixed: fc.Arbitrary<Case> = fc.record({ price, nicn }).map(({ price, nicn }) => ({
  pricing: { model: 'percent-plus-fixed', ...price },
  percents: [price.percent],
  fixed: [price.fixed],
  cap: undefined,
  nicn,
}));

const interchangePlus: fc.Arbitrary<Case> = fc
  .record({
    otherwise: price,
    rows: fc.uniqueArray(fc.record({ prefix, price }), { selector: (row) => row.prefix, minLength: 1 }),
    network: price,
    markup: price,
    service: percent,
    cap: fc.option(percent, { nil: undefined }),
    nicn,
  })
  .map(({ otherwise, rows, network, markup, service, cap, nicn }) => {
    const [row] = rows
      .filter(({ prefix }) => nicn.startsWith(prefix))
      .sort((one, other) => other.prefix.length - one.prefix.length);
    const counted = [row?.price ?? otherwise, network, markup];
    const interchange = { default: otherwise, rows: rows.map(({ prefix, price }) => ({ prefix, ...price })) };
    const capped = cap === undefined ? {} : { cap: { percent: cap } };
    return {
      pricing: {
        model: 'interchange-plus',
        interchange,
        network,
        markup,
        service: { percent: service },
        ...capped,
      },
      percents: [...counted.map(({ percent }) => percent), service],
      fixed: counted.map(({ fixed }) => fixed),
      cap,
      nicn,
    };
  });

const anyCase = fc.oneof(percentPlusFixed, interchangePlus);

describe.each([
  ['percent-plus-fixed', percentPlusFixed],
  ['interchange-plus', interchangePlus],
])('a fee by %s', (_, cases) => {
  test('is what whole numbers give', () => {
    fc.assert(
      fc.property(cases, amount, (given, amount) => {
        expect(quoteOf(given, amount).fee.toFixed(2)).toBe(centsText(feeInCents(given, amount)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('every fee', () => {
  test('is never negative', () => {
    fc.assert(
      fc.property(anyCase, amount, (given, amount) => {
        expect(quoteOf(given, amount).fee.isNegative()).toBe(false);
      }),
    );
  });

  test('has whole cents', () => {
    fc.assert(
      fc.property(anyCase, amount, (given, amount) => {
        expect(quoteOf(given, amount).fee.decimalPlaces()).toBeLessThanOrEqual(2);
      }),
    );
  });

  test('is never more than its rounded cap', () => {
    fc.assert(
      fc.property(interchangePlus, amount, (given, amount) => {
        fc.pre(given.cap !== undefined);
        const cap = cents(times(exact(String(amount)), share([given.cap!])));
        expect(quoteOf(given, amount).fee.lessThanOrEqualTo(centsText(cap))).toBe(true);
      }),
    );
  });

  test('has lines that add up to the sum before cap and rounding, to the last digit', () => {
    fc.assert(
      fc.property(anyCase, amount, (given, amount) => {
        const quote = quoteOf(given, amount);
        const total = quote.lines.map((line) => exact(line.amount.toFixed())).reduce(plus, exact('0'));
        expect(equal(total, exact(quote.sum.toFixed()))).toBe(true);
        expect(equal(total, sumOf(given, amount))).toBe(true);
      }),
    );
  });

  test('is no less for a larger amount', () => {
    fc.assert(
      fc.property(anyCase, amount, amount, (given, one, other) => {
        const less = quoteOf(given, Math.min(one, other)).fee;
        expect(less.lessThanOrEqualTo(quoteOf(given, Math.max(one, other)).fee)).toBe(true);
      }),
    );
  });

  test('is the same by MID and by name', () => {
    fc.assert(
      fc.property(anyCase, amount, (given, amount) => {
        const byMid = quoteOf(given, amount, '700100');
        expect(byMid.fee.equals(quoteOf(given, amount, 'alpha').fee)).toBe(true);
      }),
    );
  });
});

function quoteOf({ pricing, nicn }: Case, amount: number, processor = 'alpha'): Quoted {
  const processors = [
    { mid: '700100', name: 'alpha', pricing },
    { mid: '700200', name: 'beta', pricing: { model: 'percent-plus-fixed', percent: '7', fixed: '7' } },
  ];
  const [merchant] = parseMerchants(JSON.stringify({ merchants: { shop: { processors } } }), 'shop');
  const quote = createFeeEngine(merchant!).quote({ amount, nicn, region: 'AZ', processor });
  if (quote.kind === 'refused') throw new Error(JSON.stringify(quote.reasons));
  return quote;
}

function feeInCents(given: Case, amount: number): bigint {
  const sum = cents(sumOf(given, amount));
  if (given.cap === undefined) return sum;

  const cap = cents(times(exact(String(amount)), share([given.cap])));
  if (cap < sum) return cap;
  return sum;
}

function sumOf({ percents, fixed }: Case, amount: number): Exact {
  return fixed.map(exact).reduce(plus, times(exact(String(amount)), share(percents)));
}

function share(percents: readonly string[]): Exact {
  const { digits, places } = percents.map(exact).reduce(plus);
  return { digits, places: places + 2 };
}

function exact(text: string): Exact {
  const [, whole = '', part = '', exponent = '0'] = /^([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(text)!;
  const places = part.length - Number(exponent);
  const digits = BigInt(whole + part);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

function times(one: Exact, other: Exact): Exact {
  return { digits: one.digits * other.digits, places: one.places + other.places };
}

function plus(one: Exact, other: Exact): Exact {
  const places = Math.max(one.places, other.places);
  return { digits: digitsAt(one, places) + digitsAt(other, places), places };
}

function equal(one: Exact, other: Exact): boolean {
  const places = Math.max(one.places, other.places);
  return digitsAt(one, places) === digitsAt(other, places);
}

function digitsAt({ digits, places }: Exact, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - places);
}

/** Half up: twice the digits, one unit more, cut off. */
function cents(value: Exact): bigint {
  const { digits, places } = plus(value, { digits: 0n, places: 2 });
  const unit = 10n ** BigInt(places - 2);
  return (2n * digits + unit) / (2n * unit);
}

function centsText(cents: bigint): string {
  return decimal(cents, 2);
}

function decimal(digits: number | bigint, places: number): string {
  const text = String(digits).padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
}
