/** Random prices, and merchants as the engine reads them. */
import fc from 'fast-check';
import schema from '../../../merchants.schema.json' with { type: 'json' };
import type { Merchant } from '../../../src/engine/merchants/merchant.ts';
import { problemsOfMerchants, toMerchants } from '../../../src/engine/merchants/parse-merchants.ts';
import type { RoundingMapping } from './expected.ts';
import { borders, prefixes, wholeCents } from './sale-cases.ts';

type Model = PricingMapping['model'];

const few = { maxLength: 3 };
export const kind = fc.constantFrom(...schema.$defs.kind.enum);
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

// The types of a merchant file as plain data, which the laws generate and price.

export interface PriceMapping {
  readonly percent: string;
  readonly fixed: string;
}

interface CapMapping {
  readonly cap?: { readonly percent?: string; readonly fixed?: string };
}

interface CostMapping {
  readonly interchange: {
    readonly default?: PriceMapping;
    readonly rows: readonly (PriceMapping & { readonly prefix: string })[];
  };
  readonly network: PriceMapping;
}

type Tier = 'qualified' | 'mid-qualified' | 'non-qualified';

export type PricingMapping = CapMapping &
  (
    | ({ readonly model: 'percent-plus-fixed' } & PriceMapping)
    | { readonly model: 'flat'; readonly fixed: string }
    | { readonly model: 'bands'; readonly bands: readonly (PriceMapping & { readonly upTo?: string })[] }
    | ({ readonly model: 'membership'; readonly fixed: string } & CostMapping)
    | ({
        readonly model: 'interchange-plus';
        readonly markup: PriceMapping;
        readonly service: { readonly percent: string };
      } & CostMapping)
    | ({
        readonly model: 'tiered';
        readonly prefixes?: readonly { readonly prefix: string; readonly tier: Tier }[];
        readonly kinds?: readonly { readonly kind: string; readonly tier: Tier }[];
        readonly default?: Tier;
        readonly service?: { readonly percent: string };
      } & Readonly<Record<Tier, PriceMapping>>)
  );

export interface RuleMapping {
  readonly name: string;
  readonly country?: string;
  readonly state?: string;
  readonly brand?: string;
  readonly kind?: string;
  readonly effect: string;
  readonly percent?: string;
  readonly from?: string;
  readonly to?: string;
  readonly source: string;
}

export interface MerchantMapping {
  readonly pricing: PricingMapping;
  readonly rounding?: RoundingMapping;
  readonly multiPay?: { readonly fixed?: 'each' | 'shared'; readonly cap?: 'each' | 'shared' };
  readonly cards?: {
    readonly kinds?: readonly { readonly prefix: string; readonly kind: string }[];
    readonly unknown?: string;
  };
  readonly eligibility?: {
    readonly rules?: readonly RuleMapping[] | 'illustrative';
    readonly countries?: readonly string[];
    readonly waivedBy?: readonly string[];
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
