/** Generates merchants: a price with rounding, sharing, card kinds and rules. */
import fc from 'fast-check';
import type { MerchantMapping, PricingMapping } from './merchant-mapping.ts';
import { byPrefix, kind, MODELS, pricings } from './pricing-cases.ts';
import { MODES } from './rounded.ts';
import { rules } from './rule-cases.ts';
import { prefixes } from './sale-cases.ts';

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
