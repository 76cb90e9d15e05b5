/** Generates rules about surcharges, for few places, brands and kinds, so that many apply. */
import fc from 'fast-check';
import type { RuleMapping } from './merchant-mapping.ts';
import { kind, percent } from './pricing-cases.ts';
import { brands, days } from './sale-cases.ts';

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
