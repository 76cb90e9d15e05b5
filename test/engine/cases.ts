/** Random prices, and merchants as the engine reads them. */

import fc from 'fast-check';
import schema from '../../merchants.schema.json' with { type: 'json' };
import type { Merchant } from '../../src/engine/merchants/merchant.ts';
import type { MerchantsSchemas } from '../../src/engine/merchants/merchants.gen.ts';
import { problemsOfMerchants, toMerchants } from '../../src/engine/merchants/parse-merchants.ts';

/** A place as a request has it, with its country and state. */
export interface Place {
  readonly region: string;
  readonly country?: string;
  /** ISO 3166-1 numeric; a territory of the United States is in 840. */
  readonly homeCountry: string;
  readonly state?: string;
}

export interface SaleCase {
  readonly amount: number;
  readonly totalAmount?: number;
  readonly nicn: string;
  readonly brand: string;
  readonly place: Place;
  readonly asOf?: string;
  readonly data?: readonly string[];
}

/** Numbers of cents up to ten thousand dollars, as dollars. */
export const wholeCents = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);

/** Amounts at which a band may end. */
export const borders = fc.constantFrom(0, 50, 50.01, 100);

export const amounts: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: wholeCents },
  // With percentages in halves, the fee often ends in half a cent.
  { weight: 2, arbitrary: fc.nat({ max: 400 }) },
  borders,
  // Finer than cents.
  fc
    .tuple(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(1e3, 1e4, 1e8))
    .map(([units, places]) => units / places),
  // Sums as clients calculate them, with binary noise.
  fc.tuple(wholeCents, wholeCents, wholeCents).map(([one, two, three]) => one + two + three),
  fc.double({ min: 0, max: 10_000, noNaN: true }),
  // Near the largest exact number of cents, and above.
  fc.integer({ min: 0, max: 1e6 }).map((cents) => (1e15 - 5e5 + cents) / 100),
  fc.double({ min: 0, max: 1e25, noNaN: true }),
  // Tiny, and the limits of numbers.
  fc.double({ min: 0, max: 1e-9, noNaN: true }),
  fc.constantFrom(0, -0, 0.125, 1.005, 0.1 + 0.2, 1e13, 1e15, 1e21, Number.MIN_VALUE, Number.MAX_VALUE),
);

/** Few beginnings of cards, so that prefixes often match. */
const BRANDS: readonly (readonly [beginning: string, brand: string])[] = [
  ['4', 'visa'],
  ['51', 'mastercard'],
  ['9', 'unknown'],
];

export const brands = fc.constantFrom(...BRANDS.map(([, brand]) => brand));

const cards = fc
  .tuple(fc.constantFrom(...BRANDS), fc.stringMatching(/^[01]{7}$/), fc.constantFrom(6, 7, 8))
  .map(([[beginning, brand], digits, length]) => ({ nicn: (beginning + digits).slice(0, length), brand }));

export const prefixes = fc
  .tuple(fc.constantFrom('4', '4', '51', '9'), fc.stringMatching(/^[01]{0,6}$/), fc.nat({ max: 8 }))
  .map(([beginning, digits, length]) => (beginning + digits).slice(0, Math.max(1, length)));

const places: fc.Arbitrary<Place> = fc.constantFrom<Place[]>(
  { region: '85004', homeCountry: '840', state: 'AZ' },
  { region: 'us-co', homeCountry: '840', state: 'CO' },
  { region: 'OK', country: '840', homeCountry: '840', state: 'OK' },
  { region: '00901-1234', homeCountry: '840', state: 'PR' },
  { region: 'San Juan', country: '630', homeCountry: '840', state: 'PR' },
  { region: '00000', homeCountry: '840' },
  { region: 'ON', country: '124', homeCountry: '124', state: 'ON' },
  { region: 'H2X 1Y4', country: '124', homeCountry: '124', state: 'QC' },
  { region: 'Paris', country: '250', homeCountry: '250' },
);

/** Near the days on which the illustrative rules begin or end, and a few more for generated rules. */
export const days = fc.constantFrom(
  ...['2022-06-30', '2022-07-01', '2023-04-14', '2023-04-15', '2025-10-31', '2025-11-01'],
  ...['2026-01-30', '2026-01-31', '2026-02-01'],
);

/** The other parts of the total, often 0. */
const rests = fc.oneof(fc.constant(0), wholeCents, fc.double({ min: 0, max: 1e6, noNaN: true }));

/** Entries of `data`; merchant files may list one that waives the fee. */
const entries = fc.subarray(['COUPON10', 'STAFF', 'waive-surcharge']);

export const sales: fc.Arbitrary<SaleCase> = fc
  .record({
    amount: amounts,
    card: cards,
    place: places,
    asOf: fc.option(days),
    rest: fc.option(rests),
    data: fc.option(entries),
  })
  .map(({ amount, card, place, asOf, rest, data }) => ({
    amount,
    ...card,
    place,
    ...(asOf === null ? {} : { asOf }),
    ...(rest === null ? {} : { totalAmount: amount + rest }),
    ...(data === null ? {} : { data }),
  }));

// Prices of each model.

type Model = PricingMapping['model'];

const few = { maxLength: 3 };
export const kind = fc.constantFrom(...(schema.$defs.kind.enum as MerchantsSchemas['kind'][]));
const tier = fc.constantFrom<Tier[]>('qualified', 'mid-qualified', 'non-qualified');

/** Mostly realistic, some in halves; sometimes with many decimals, 0 or 100. */
export const percent = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 12 }).map((halves) => decimal(5 * halves, 1)) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 6_000 }).map((units) => decimal(units, 3)) },
  fc.integer({ min: 0, max: 100_000 }).map((units) => decimal(units, 3)),
  fc.bigInt({ min: 0n, max: 10n ** 18n }).map((units) => decimal(units, 17)),
  fc.constantFrom('0', '100', '2.50'),
);
const usd = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 400 }).map((halfCents) => decimal(5 * halfCents, 3)) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 2_000 }).map((units) => decimal(units, 3)) },
  fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }).map((units) => decimal(units, 18)),
  fc.constantFrom('0', '0.005', '0.5', '10000', '12345678901234567890'),
);
const price = fc.record({ percent, fixed: usd });

const cap = fc.oneof(fc.record({ percent }), fc.record({ fixed: usd }), fc.record({ percent, fixed: usd }));

export const byPrefix = { ...few, selector: ({ prefix }: { readonly prefix: string }) => prefix };
const costs = fc.record({
  interchange: fc.record(
    {
      default: price,
      rows: fc.uniqueArray(fc.record({ prefix: prefixes, percent, fixed: usd }), {
        ...byPrefix,
        minLength: 1,
      }),
    },
    { requiredKeys: ['rows'] },
  ),
  network: price,
});

/** Bands end at whole cents, so that the laws can generate amounts within one. */
const bands = fc
  .uniqueArray(fc.oneof(wholeCents, borders), few)
  .chain((ends) =>
    fc.tuple(...[...ends.sort((one, other) => one - other), undefined].map((end) => band(end))),
  );

function band(end: number | undefined) {
  return price.map((price) => (end === undefined ? price : { upTo: end.toFixed(2), ...price }));
}

const tiered = fc
  .record(
    {
      prefixes: fc.uniqueArray(fc.record({ prefix: prefixes, tier }), { ...byPrefix, minLength: 1 }),
      kinds: fc.uniqueArray(fc.record({ kind, tier }), {
        ...few,
        minLength: 1,
        selector: ({ kind }) => kind,
      }),
      default: tier,
    },
    { requiredKeys: [] },
  )
  .filter((assigned) => Object.keys(assigned).length > 0);

export const pricings: { readonly [Name in Model]: fc.Arbitrary<PricingMapping> } = {
  'interchange-plus': capped(
    fc
      .tuple(costs, fc.record({ markup: price, service: fc.record({ percent }) }))
      .map(([costs, above]) => ({ model: 'interchange-plus' as const, ...costs, ...above })),
  ),
  tiered: capped(
    fc
      .tuple(
        tiered,
        fc.record({ qualified: price, 'mid-qualified': price, 'non-qualified': price }),
        fc.record({ service: fc.record({ percent }) }, { requiredKeys: [] }),
      )
      .map(([assigned, prices, above]) => ({ model: 'tiered' as const, ...prices, ...assigned, ...above })),
  ),
  'percent-plus-fixed': capped(price.map((price) => ({ model: 'percent-plus-fixed' as const, ...price }))),
  flat: capped(usd.map((fixed) => ({ model: 'flat' as const, fixed }))),
  bands: capped(bands.map((bands) => ({ model: 'bands' as const, bands }))),
  membership: capped(
    fc.tuple(costs, usd).map(([costs, fixed]) => ({ model: 'membership' as const, ...costs, fixed })),
  ),
};

export const MODELS = Object.keys(pricings) as Model[];

function capped<Uncapped extends PricingMapping>(pricing: fc.Arbitrary<Uncapped>) {
  return fc
    .tuple(pricing, fc.option(cap, { freq: 2 }))
    .map(([pricing, cap]) => (cap === null ? pricing : { ...pricing, cap }));
}

function decimal(units: number | bigint, places: number): string {
  const text = String(units).padStart(places + 1, '0');
  return `${text.slice(0, -places)}.${text.slice(-places)}`;
}

// A merchant file as plain data, which the laws generate and price.

export type PriceMapping = MerchantsSchemas['figures'];
export type PricingMapping = MerchantsSchemas['pricing'];
export type RoundingMapping = MerchantsSchemas['rounding'];
type Tier = MerchantsSchemas['tier'];
export type Mode = NonNullable<RoundingMapping['mode']>;
export const MODES = ['half-up', 'half-even', 'half-down', 'up', 'down'] as const satisfies readonly Mode[];

export interface RuleMapping
  extends Pick<MerchantsSchemas['rule'], 'name' | 'country' | 'state' | 'source' | 'from' | 'to'> {
  readonly brand?: string;
  readonly kind?: string;
  readonly effect: string;
  readonly percent?: string;
}

export interface MerchantMapping extends Pick<MerchantsSchemas['merchant'], 'multiPay' | 'rounding'> {
  readonly pricing: PricingMapping;
  readonly cards?: {
    readonly kinds?: readonly { prefix: string; kind: string }[];
    readonly unknown?: string;
  };
  readonly eligibility?: Omit<MerchantsSchemas['eligibility'], 'rules'> & {
    readonly rules?: readonly RuleMapping[] | 'illustrative';
  };
}

/** The engine's merchant, with MID 700100 and name alpha. Read without YAML, which would be slow. */
export function merchantOf({ pricing, ...rest }: MerchantMapping): Merchant {
  const other = { mid: '700200', name: 'beta', pricing: { model: 'flat', fixed: '7' } };
  const shop = { processors: [{ mid: '700100', name: 'alpha', pricing }, other], ...rest };
  const file = JSON.parse(JSON.stringify({ merchants: { shop } }));
  const problems = problemsOfMerchants(file);
  if (problems.length > 0) throw new Error(`${problems.join('\n')} in ${JSON.stringify(shop)}`);

  return toMerchants([['shop', file.merchants.shop]])[0];
}

// Random rules on regions and cards, for few places, brands and kinds, so that many apply, and merchants with them.

const place = fc.constantFrom(
  ...[{ country: '840' }, { country: '124' }, { country: '250' }],
  ...['AZ', 'CO', 'OK', 'PR'].map((state) => ({ country: '840', state })),
  ...['ON', 'QC'].map((state) => ({ country: '124', state })),
);

const effect = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ effect: 'prohibit' }) },
  { weight: 4, arbitrary: percent.map((percent) => ({ effect: 'cap-at-share', percent })) },
  { weight: 4, arbitrary: fc.constant({ effect: 'cap-at-cost' }) },
  { weight: 4, arbitrary: percent.map((percent) => ({ effect: 'cap-at-share-or-cost', percent })) },
);

const rule = fc
  .record({
    scope: fc.oneof(
      fc.constant({ country: '840' }),
      place,
      fc.record({ brand: brands }),
      fc.record({ kind }),
      fc.tuple(place, brands).map(([place, brand]) => ({ ...place, brand })),
    ),
    effect,
    ends: fc.uniqueArray(days, { minLength: 2, maxLength: 2 }).map((ends) => ends.sort()),
    ended: fc.constantFrom('', 'from', 'to', 'both'),
  })
  .map(
    ({ scope, effect, ends: [first, last], ended }): Omit<RuleMapping, 'name'> => ({
      ...scope,
      ...effect,
      ...(first !== undefined && /from|both/.test(ended) ? { from: first } : {}),
      ...(last !== undefined && /to|both/.test(ended) ? { to: last } : {}),
      source: 'a law of chance',
    }),
  );

export const rules = fc
  .array(rule, { minLength: 1, maxLength: 4 })
  .map((rules) => rules.map((rule, at): RuleMapping => ({ name: `rule-${at}`, ...rule })));

// Generates merchants: a price with rounding, sharing, card kinds and rules.

const sharing = fc.constantFrom('each' as const, 'shared' as const);

const rounding = fc.record(
  {
    mode: fc.constantFrom(...MODES),
    decimals: fc.nat({ max: 6 }),
  },
  { requiredKeys: [] },
);

const countries = fc.constantFrom(['840'], ['840', '124'], ['840', '124', '250'], ['124', '250']);
const eligibility = fc.oneof(
  { weight: 4, arbitrary: fc.record({ rules }) },
  fc.constant({ rules: 'illustrative' as const }),
  fc.record({ rules, countries }),
  fc.record({ countries }),
  fc.constant({ waivedBy: ['waive-surcharge', 'STAFF'] }),
  fc.constant({}),
);

/** The sections of a merchant file beside the price. */
const surroundings = fc.record(
  {
    rounding,
    multiPay: fc.record({ fixed: sharing, cap: sharing }, { requiredKeys: [] }),
    cards: fc.record(
      {
        kinds: fc.uniqueArray(fc.record({ prefix: prefixes, kind }), { ...byPrefix, minLength: 1 }),
        unknown: kind,
      },
      { requiredKeys: [] },
    ),
    eligibility,
  },
  { requiredKeys: [] },
);

export function merchantsWith(pricing: fc.Arbitrary<PricingMapping>): fc.Arbitrary<MerchantMapping> {
  return fc.tuple(pricing, surroundings).map(([pricing, rest]) => ({ pricing, ...rest }));
}

export const merchants: fc.Arbitrary<MerchantMapping> = merchantsWith(
  fc.oneof(...MODELS.map((model) => pricings[model])),
);
