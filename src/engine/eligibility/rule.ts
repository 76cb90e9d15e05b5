/** A surcharge rule: scope, effect, dates and source. */
import type { Day } from '../day.ts';
import type { Limit } from '../fee/limit.ts';
import type { Schemas } from '../merchants/merchants.gen.ts';
import { NOTHING, shareFromPercent, showShare } from '../money.ts';
import { linear } from '../pricing/terms.ts';
import type { PricedSale } from '../sale.ts';

/** Selects the sales of a rule: all given fields must match. */
export interface Scope {
  /** ISO 3166-1 numeric. */
  readonly country?: string | undefined;
  /** The two-letter code of a state or province. */
  readonly state?: string | undefined;
  readonly brand?: string | undefined;
  readonly kind?: string | undefined;
}

export interface Rule extends Scope {
  readonly name: string;
  readonly effect: Effect;
  /** The first day in force; undefined: no known beginning. */
  readonly from?: Day | undefined;
  /** The last day in force; undefined: no known end. */
  readonly to?: Day | undefined;
  /** The law or network rule. */
  readonly source: string;
}

export type Effect =
  | { readonly kind: 'prohibit' }
  /** The fee must not exceed this limit. */
  | { readonly kind: 'limit'; readonly limit: Limit };

/** Whether the scope matches this sale, regardless of the day. */
export function appliesTo(
  { country, state, brand, kind }: Scope,
  { card, region }: Pick<PricedSale, 'card' | 'region'>,
): boolean {
  return (
    (country === undefined || country === region.country) &&
    (state === undefined || state === region.state) &&
    (brand === undefined || brand === card.brand) &&
    (kind === undefined || kind === card.kind)
  );
}

/** Whether a rule is in force on a day. */
export function isInForce({ from, to }: Pick<Rule, 'from' | 'to'>, day: Day): boolean {
  return (from === undefined || from <= day) && (to === undefined || day <= to);
}

/** The rule of a merchant file, which fits the schema and whose days are in the calendar. */
export function toRule(rule: Schemas['rule']): Rule {
  const { name, country, state, brand, kind, from, to, source } = rule;

  return {
    name,
    country,
    state,
    brand,
    kind,
    from: from as Day,
    to: to as Day,
    source,
    effect: effectOf(rule),
  };
}

function effectOf(rule: Schemas['rule']): Effect {
  if (rule.effect === 'prohibit') return { kind: 'prohibit' };
  const share = 'percent' in rule ? shareFromPercent(rule.percent) : undefined;
  const cost = rule.effect !== 'cap-at-share';
  const words = [
    ...(share === undefined ? [] : [`${showShare(share)} of the amount`]),
    ...(cost ? ['the cost of accepting the card'] : []),
  ];
  const limit: Limit = {
    label: rule.name,
    note: words.length === 1 ? words.join() : `the larger of ${words.join(' and ')}`,
    atMost: share === undefined ? undefined : linear(share, NOTHING),
    cost,
  };

  return { kind: 'limit', limit };
}
