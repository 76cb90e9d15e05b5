/** Whether a merchant may ask a fee for a sale, and how much at most. */

import type { Day } from '../day.ts';
import type { Limit } from '../fee/limit.ts';
import type { Sale } from '../sale.ts';
import { isAbout, isInForce, type Rule } from './rule.ts';

/** What a merchant file says of eligibility. */
export interface Eligibility {
  readonly rules: readonly Rule[];
  /** The countries in which fees are asked, ISO 3166-1 numeric; nothing: in all. */
  readonly countries: readonly string[] | undefined;
  /** Entries of `data` that waive the fee. */
  readonly waivedBy: readonly string[];
}

export const NO_RULES: Eligibility = { rules: [], countries: undefined, waivedBy: [] };

/** What the rules make of one sale. */
export interface Assessment {
  /** Those in force on that day that are about the sale. */
  readonly rules: readonly Rule[];
  readonly limits: readonly Limit[];
  /** Why no fee may be asked; empty where one may. */
  readonly obstacles: readonly string[];
  /** The entries of `data` that waive the fee. */
  readonly waivers: readonly string[];
}

/** Without rules, countries and waivers nothing has to be looked at. */
const FREE: Assessment = { rules: [], limits: [], obstacles: [], waivers: [] };

/** What one day makes of sales. */
export interface Assessor {
  readonly assess: (sale: Sale) => Assessment;
  /** Whether no fee may be asked in a country (ISO 3166-1 numeric), whatever the region and the card. */
  readonly isClosed: (country: string) => boolean;
}

/** The rules in force on the day that was asked for last are kept, for it seldom changes. */
export function assessors(eligibility: Eligibility): (asOf: Day | undefined) => Assessor {
  const { rules } = eligibility;
  const always = assessorBy(
    rules.filter(({ to }) => to === undefined),
    eligibility,
  );
  let last: { readonly day: Day; readonly assessor: Assessor } | undefined;

  return (asOf) => {
    if (asOf === undefined) return always;
    if (last?.day !== asOf) {
      const inForce = rules.filter((rule) => isInForce(rule, asOf));
      last = { day: asOf, assessor: assessorBy(inForce, eligibility) };
    }
    return last.assessor;
  };
}

function assessorBy(rules: readonly Rule[], { countries, waivedBy }: Eligibility): Assessor {
  const isAbroad = (country: string) => countries !== undefined && !countries.includes(country);
  const isClosed = (country: string) =>
    isAbroad(country) || rules.some((rule) => prohibitsAllOf(country, rule));
  if (rules.length === 0 && countries === undefined && waivedBy.length === 0) {
    return { assess: () => FREE, isClosed };
  }

  return {
    isClosed,
    assess({ card, region, data }) {
      const about = rules.filter((rule) => isAbout(rule, { card, region }));
      const abroad = isAbroad(region.country);
      const waivers = waivedBy.length === 0 ? [] : waivedBy.filter((entry) => data.includes(entry));
      if (about.length === 0 && !abroad && waivers.length === 0) return FREE;

      return {
        rules: about,
        waivers,
        limits: about.flatMap(({ effect }) => (effect.kind === 'limit' ? [effect.limit] : [])),
        obstacles: [
          ...(abroad ? [`no fee is asked in country ${region.country}`] : []),
          ...about
            .filter(({ effect }) => effect.kind === 'prohibit')
            .map(({ name }) => `${name} prohibits a fee`),
          ...waivers.map((entry) => `the entry ${JSON.stringify(entry)} of data waives the fee`),
        ],
      };
    },
  };
}

function prohibitsAllOf(country: string, rule: Rule): boolean {
  const isWhole = rule.state === undefined && rule.brand === undefined && rule.kind === undefined;

  return rule.effect.kind === 'prohibit' && isWhole && rule.country === country;
}
