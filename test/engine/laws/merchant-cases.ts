/** Random rules on regions and cards, for few places, brands and kinds, so that many apply, and merchants with them. */
import fc from 'fast-check';
import { MODES } from './expected.ts';
import type { MerchantMapping, PricingMapping, RuleMapping } from './pricing-cases.ts';
import { byPrefix, kind, MODELS, percent, pricings } from './pricing-cases.ts';
import { brands, days, prefixes } from './sale-cases.ts';

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
