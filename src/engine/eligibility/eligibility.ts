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
}

export const NO_RULES: Eligibility = { rules: [], countries: undefined };

/** What the rules make of one sale. */
export interface Assessment {
  /** Those in force on that day that are about the sale. */
  readonly rules: readonly Rule[];
  readonly limits: readonly Limit[];
  /** Why no fee may be asked; empty where one may. */
  readonly obstacles: readonly string[];
}

/** Without rules and countries nothing has to be looked at. */
const FREE: Assessment = { rules: [], limits: [], obstacles: [] };

export type Assess = (sale: Sale) => Assessment;

/** The rules in force on the day that was asked for last are kept, for it seldom changes. */
export function assessor({ rules, countries }: Eligibility): Assess {
  const onDay = (day: Day) =>
    assessBy(
      rules.filter((rule) => isInForce(rule, day)),
      countries,
    );
  const always = assessBy(
    rules.filter(({ to }) => to === undefined),
    countries,
  );
  let last: { readonly day: Day; readonly assess: Assess } | undefined;

  return (sale) => {
    if (sale.asOf === undefined) return always(sale);
    if (last?.day !== sale.asOf) last = { day: sale.asOf, assess: onDay(sale.asOf) };
    return last.assess(sale);
  };
}

function assessBy(rules: readonly Rule[], countries: Eligibility['countries']): Assess {
  if (rules.length === 0 && countries === undefined) return () => FREE;

  return (sale) => {
    const about = rules.filter((rule) => isAbout(rule, sale));
    const abroad = countries !== undefined && !countries.includes(sale.region.country);
    if (about.length === 0 && !abroad) return FREE;

    return {
      rules: about,
      limits: about.flatMap(({ effect }) => (effect.kind === 'limit' ? [effect.limit] : [])),
      obstacles: [
        ...(abroad ? [`no fee is asked in country ${sale.region.country}`] : []),
        ...about
          .filter(({ effect }) => effect.kind === 'prohibit')
          .map(({ name }) => `${name} prohibits a fee`),
      ],
    };
  };
}
