/** A rule about surcharges: dated data with a source, never code. */
import type { Day } from '../day.ts';
import type { Limit } from '../fee/limit.ts';
import type { Sale } from '../sale.ts';

/** Which sales a rule is about: those that fit everything that it names. */
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
  /** The first day on which it is in force; nothing: it always was. */
  readonly from?: Day | undefined;
  /** The last day; nothing: no end is known. */
  readonly to?: Day | undefined;
  /** Where the rule is written down. */
  readonly source: string;
}

export type Effect =
  | { readonly kind: 'prohibit' }
  /** No fee above this. */
  | { readonly kind: 'limit'; readonly limit: Limit };

/** Whether a rule is about this sale, on whatever day. */
export function isAbout(
  { country, state, brand, kind }: Scope,
  { card, region }: Pick<Sale, 'card' | 'region'>,
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
