/** The types of a merchant file as plain data, which the laws generate and price. */

import type { Merchant } from '../../../src/engine/merchants/merchant.ts';
import { problemsOfMerchants, toMerchants } from '../../../src/engine/merchants/parse-merchants.ts';
import type { RoundingMapping } from './rounded.ts';

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

export type Tier = 'qualified' | 'mid-qualified' | 'non-qualified';

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
