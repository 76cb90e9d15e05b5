/** Decides whether a merchant may charge a fee for a sale, and how much at most. */
import illustrative from '../../../fixtures/eligibility/illustrative.json' with { type: 'json' };
import type { Day } from '../day.ts';
import type { Limit } from '../fee/exact-fee.ts';
import type { MerchantsSchemas } from '../merchants/merchants.gen.ts';
import { NOTHING, shareFromPercent, showShare } from '../money.ts';
import { linear } from '../pricing/terms.ts';
import { homeCountryOf } from '../regions/regions.ts';
import type { PricedSale } from '../sale.ts';

/** The section `eligibility` of a merchant file. */
export interface Eligibility {
  readonly rules: readonly Rule[];
  /**
   * The countries in which fees are charged, ISO 3166-1 numeric; undefined: all. A territory of the United States that
   * a call names by its own code is a country of its own here.
   */
  readonly countries: readonly string[] | undefined;
  /** Entries of `data` that waive the fee. */
  readonly waivedBy: readonly string[];
}

export const NO_RULES: Eligibility = { rules: [], countries: undefined, waivedBy: [] };

/** The section of a merchant file. The shipped rules are illustrative; not legal advice. */
export function toEligibility({
  rules = [],
  countries,
  waivedBy = [],
}: MerchantsSchemas['eligibility']): Eligibility {
  const listed =
    rules === 'illustrative' ? (illustrative.rules as readonly MerchantsSchemas['rule'][]) : rules;

  return { rules: listed.map(toRule), countries, waivedBy };
}

/** The result of applying the rules to one sale. */
export interface Assessment {
  /** The rules in force on that day that apply to the sale. */
  readonly rules: readonly Rule[];
  readonly limits: readonly Limit[];
  /** Why no fee is permitted; empty if one is. */
  readonly obstacles: readonly string[];
  /** The entries of `data` that waive the fee. */
  readonly waivers: readonly string[];
}

/** Applies the rules of one day. */
export interface Assessor {
  readonly assess: (sale: PricedSale) => Assessment;
  /** Whether fees are prohibited in a whole country (ISO 3166-1 numeric), for every card. */
  readonly prohibitsFees: (country: string) => boolean;
}

/** The rules in force on a day; without a day all that have no end. */
export function assessorOf(
  { rules: all, countries, waivedBy }: Eligibility,
  asOf: Day | undefined,
): Assessor {
  const rules = all.filter((rule) => (asOf === undefined ? rule.to === undefined : isInForce(rule, asOf)));
  const isExcluded = (country: string) => countries !== undefined && !countries.includes(country);
  /** Without waivers, by all that rules depend on. */
  const assessments = new Map<string, Assessment>();
  const assessOnce = ({ card, country, region }: PricedSale): Assessment => {
    const applicable = rules.filter((rule) => appliesTo(rule, { card, region }));

    return {
      rules: applicable,
      waivers: [],
      limits: applicable.flatMap(({ effect }) => (effect.kind === 'limit' ? [effect.limit] : [])),
      obstacles: [
        ...(isExcluded(country) ? [`the merchant charges no fee in country ${country}`] : []),
        ...applicable
          .filter(({ effect }) => effect.kind === 'prohibit')
          .map(({ name }) => `${name} prohibits a fee`),
      ],
    };
  };

  return {
    prohibitsFees: (country) =>
      isExcluded(country) || rules.some((rule) => prohibitsCountry(homeCountryOf(country), rule)),
    assess(sale) {
      const { card, country, region, data } = sale;
      const key = `${country} ${region.country} ${region.state} ${card.brand} ${card.kind}`;
      const assessment = assessments.get(key) ?? assessOnce(sale);
      assessments.set(key, assessment);
      const waivers = waivedBy.filter((entry) => data.includes(entry));
      if (waivers.length === 0) return assessment;
      const reasons = waivers.map((entry) => `the entry ${JSON.stringify(entry)} of data waives the fee`);

      return { ...assessment, waivers, obstacles: [...assessment.obstacles, ...reasons] };
    },
  };
}

function prohibitsCountry(country: string, rule: Rule): boolean {
  const isCountryWide = rule.state === undefined && rule.brand === undefined && rule.kind === undefined;

  return rule.effect.kind === 'prohibit' && isCountryWide && rule.country === country;
}

/** Selects the sales of a rule: all given fields must match. */
interface Scope {
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

function appliesTo(
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
function isInForce({ from, to }: Pick<Rule, 'from' | 'to'>, day: Day): boolean {
  return (from === undefined || from <= day) && (to === undefined || day <= to);
}

/** The rule of a merchant file, which fits the schema and whose days are in the calendar. */
function toRule(rule: MerchantsSchemas['rule']): Rule {
  return { ...rule, from: rule.from as Day, to: rule.to as Day, effect: effectOf(rule) };
}

function effectOf(rule: MerchantsSchemas['rule']): Effect {
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
