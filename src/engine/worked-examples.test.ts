/** Compares the engine with the worked examples in fixtures/fees. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import illustrative from '../../fixtures/eligibility/illustrative.json' with { type: 'json' };
import schema from '../../merchants.schema.json' with { type: 'json' };
import { resultOf, wrongEquations } from '../../test/engine/expected.ts';
import { readYaml } from '../reading/yaml.ts';
import { dayOf as dayOfMoment, parseDay, readDay } from './day.ts';
import { ROUNDING_MODES } from './fee/rounding.ts';
import {
  createFeeEngine,
  type Day,
  parseMerchants,
  type Quote,
  type Quoted,
  type QuoteRequest,
} from './index.ts';
import { PRICING_MODELS } from './pricing/models.ts';

/** A sale with its price, other sections of the merchant file and a day. */
interface WorkedExample extends Partial<QuoteRequest> {
  readonly name: string;
  readonly pricing: unknown;
  readonly merchant?: Readonly<Record<string, unknown>>;
  readonly amount: number;
  readonly asOf?: string;
  readonly working: string;
}

interface PricedExample extends WorkedExample {
  readonly fee: number;
}

interface RefusedExample extends WorkedExample {
  /** The field for which the sale is refused. */
  readonly refused: keyof QuoteRequest;
}

const folder = new URL('../../fixtures/fees/', import.meta.url);
const files = readdirSync(folder).map((file) => {
  const examples = worked(file);

  return {
    file,
    examples: examples.filter((example) => 'fee' in example),
    refusals: examples.filter((example) => 'refused' in example),
  };
});
const all = files.flatMap(({ examples }) => examples);

describe.each(files)('fixtures/fees/$file', ({ examples }) => {
  test.each(examples)('$name: $working', (example) => {
    const { fee, name, working } = example;
    const quote = quoteOf(example);

    expect(quote.fee.toFixed()).toBe(String(fee));
    expect(quote.transactionFee).toBe(fee);
    expect(wrongEquations(working)).toEqual([]);
    expect(resultOf(working)).toBe(fee);
    expect(name.trim()).not.toBe('');
  });
});

describe('the refused examples', () => {
  const refusals = files.flatMap((file) => file.refusals);

  test.each(refusals)('$name: $working', ({ refused, working, ...example }) => {
    const quote = quoteWith(example);

    expect(quote.kind === 'refused' && quote.reasons.map(({ field }) => field)).toEqual([refused]);
    expect(wrongEquations(working)).toEqual([]);
  });
});

describe('the worked examples', () => {
  const quotes = all.map(quoteOf);
  /** The rules by name: the shipped ones and those of the examples. */
  const effects = new Map(
    [...illustrative.rules, ...all.flatMap(({ merchant }) => ownRules(merchant))].map(({ name, effect }) => [
      name,
      effect,
    ]),
  );
  const counted = new Set(quotes.flatMap(({ rules }) => rules.map(({ name }) => name)));

  test('have unique names in each file', () => {
    expect(all.length).toBeGreaterThanOrEqual(75);
    for (const { file, examples, refusals } of files) {
      const names = [...examples, ...refusals].map(({ name }) => name);
      expect(new Set(names).size, file).toBe(names.length);
    }
  });

  test('cover every model', () => {
    expect(distinct(quotes.map(({ processor }) => processor.model))).toEqual(
      Object.keys(PRICING_MODELS).sort(),
    );
  });

  test('cover every rounding mode', () => {
    expect(distinct(quotes.map(({ rounding }) => rounding.mode))).toEqual(Object.keys(ROUNDING_MODES).sort());
  });

  test('cover every kind of card', () => {
    expect(distinct(quotes.map(({ card }) => card.kind))).toEqual([...schema.$defs.kind.enum].sort());
  });

  test('cover every effect of a rule', () => {
    expect(distinct([...counted].map((name) => effects.get(name) ?? ''))).toEqual([
      'cap-at-cost',
      'cap-at-share',
      'cap-at-share-or-cost',
      'prohibit',
    ]);
  });

  test.each(illustrative.rules)('cover the shipped rule $name', ({ name }) => {
    expect(counted).toContain(name);
  });

  test.each(illustrative.rules.filter(({ from }) => from !== undefined))(
    'cover $name on its first day, and the same place on the day before',
    ({ name, from = '', state, brand }) => {
      const there = quotes.filter(
        ({ region, card }) =>
          (state ?? region.state) === region.state && (brand ?? card.brand) === card.brand,
      );

      expect(rulesOn(from, there)).toContain(name);
      expect(there.map(({ asOf }) => asOf)).toContain(dayBefore(from));
      expect(rulesOn(dayBefore(from), there)).not.toContain(name);
    },
  );

  test.each(illustrative.rules.filter(({ to }) => to !== undefined))(
    'cover $name on its last day',
    ({ name, to = '' }) => {
      expect(rulesOn(to, quotes)).toContain(name);
    },
  );
});

function rulesOn(day: string, quotes: readonly Quoted[]): readonly string[] {
  return quotes.filter(({ asOf }) => asOf === day).flatMap(({ rules }) => rules.map(({ name }) => name));
}

function worked(file: string): readonly (PricedExample | RefusedExample)[] {
  return JSON.parse(asJson(readYaml(readFileSync(new URL(file, folder), 'utf8'), file)));
}

function quoteOf({ fee: _, working: __, ...example }: PricedExample): Quoted {
  const quote = quoteWith(example);
  if (quote.kind === 'refused')
    throw new Error(`${example.name} is refused: ${JSON.stringify(quote.reasons)}`);
  return quote;
}

function quoteWith({ name, pricing, merchant, asOf, ...fields }: Omit<WorkedExample, 'working'>): Quote {
  const processors = [{ mid: '700100', name: 'alpha', pricing }];
  // JSON is YAML, so that a parsed price is valid in a merchant file.
  const [shop] = parseMerchants(asJson({ merchants: { example: { processors, ...merchant } } }), name);
  const engine = createFeeEngine(shop!);

  return engine.quote(
    { nicn: '424242', region: '85004', ...fields },
    asOf === undefined ? undefined : dayOf(asOf),
  );
}

function ownRules(merchant: WorkedExample['merchant']): readonly { name: string; effect: string }[] {
  const { rules } = (merchant?.['eligibility'] ?? {}) as { rules?: unknown };
  return Array.isArray(rules) ? rules : [];
}

function asJson(value: unknown): string {
  return JSON.stringify(value, (_, item) => (item instanceof Map ? Object.fromEntries(item) : item));
}

function dayOf(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new Error(`no day: ${text}`);
  return day;
}

function dayBefore(text: string): string {
  return new Date(Date.parse(text) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort();
}

// The shipped merchants surcharge as real ones do: six public test cards, states, networks and days with their fees.

const FILE = 'fixtures/merchants/merchants.yaml';
const [one, several] = parseMerchants(readFileSync(FILE, 'utf8'), FILE).map(createFeeEngine);
const sale: QuoteRequest = { amount: 100, nicn: '424242', region: 'AZ' };
const feeOf = (request: Partial<QuoteRequest>, day = '2026-01-31', engine = one) => {
  const quote = engine?.quote({ ...sale, ...request }, parseDay(day));

  return quote?.kind === 'quoted' ? quote.transactionFee : quote;
};

test.each([
  ['4242424242424242', 'Visa credit, at cost: 1.65 + 0.13 + 0.45 = 2.23 %, and 0.20', 2.43],
  ['5555555555554444', 'Mastercard credit: 1.38 + 0.13 + 0.45 + 0.20 = 2.16 %, and 0.20', 2.36],
  ['378282246310005', 'American Express credit: 2.20 + 0.13 + 0.45 + 0.20 = 2.98 %, and 0.20', 3.18],
  ['4000056655665556', 'Visa debit', 0],
  ['5200828282828210', 'Mastercard debit', 0],
  ['5105105105105100', 'Mastercard prepaid', 0],
  ['6011111111111117', 'a card that no table lists: 1.70 + 0.13 + 0.45 + 0.20 = 2.48 %, and 0.20', 2.68],
])('%s, %s', (card, _, fee) => {
  for (const digits of [6, 7, 8]) expect(feeOf({ nicn: card.slice(0, digits) })).toBe(fee);
});

test.each(['CT', 'US-ME', '02134', '00901'])('a sale in %s has no fee', (region) => {
  expect(feeOf({ region })).toBe(0);
});

describe('a network allows at most', () => {
  test('3 % for Visa, and no more than the cost, since 2023-04-15', () => {
    // 5.00 × 2.43 % + 0.20 = 0.3215; 4 % is 0.20, 3 % is 0.15
    expect([feeOf({ amount: 5 }, '2023-04-14'), feeOf({ amount: 5 })]).toEqual([0.2, 0.15]);
    expect([feeOf({}, '2023-04-14'), feeOf({})]).toEqual([2.63, 2.43]);
    expect(feeOf({ processor: 'beta' }, '2026-01-31', several)).toBe(3);
  });

  test('4 % for others', () => {
    expect([feeOf({ amount: 5, nicn: '555555' }), feeOf({ amount: 5, nicn: '378282' })]).toEqual([0.2, 0.2]);
  });
});

test.each(['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])('parses %s', (text) => {
  expect(readDay(text)).toBe(text);
  expect(parseDay(text)).toBe(text);
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-1-31',
  '20260131',
  '2026-01-31T00:00:00Z',
  '',
  'today',
])('refuses %j', (text) => {
  expect(readDay(text)).toBe(undefined);
  expect(() => parseDay(text)).toThrow(
    new RangeError(`expected a day of the calendar, such as 2026-01-31, got ${JSON.stringify(text)}`),
  );
});

test('the day of a moment is in UTC', () => {
  expect(dayOfMoment(new Date('2026-01-31T23:59:59.999-01:00'))).toBe('2026-02-01');
});
