/** A quote as plain data that JSON can hold: what is shown to somebody who asks why a fee is what it is. */
import type { Card } from './cards/card.ts';
import type { Rule } from './eligibility/rule.ts';
import type { Rounding } from './fee/rounding.ts';
import type { Quoted } from './quoted.ts';

/** Amounts are decimals as texts, in US dollars; only the fee is the number that the answer carries. */
export interface Explanation {
  readonly transactionFee: number;
  readonly amount: string;
  /** What the amount is a part of, where it is one (document 2.1, multi-pay). */
  readonly totalAmount?: string;
  /** The day for which the rules were looked at. */
  readonly asOf?: string;
  readonly processor: { readonly mid: string; readonly name: string; readonly model: string };
  readonly card: Card;
  readonly region: { readonly value: string; readonly country: string; readonly state?: string };
  /** The rules about surcharges that are about this sale on that day. */
  readonly rules: readonly ExplainedRule[];
  /** Why no fee may be asked, so that it is 0. */
  readonly obstacles: readonly string[];
  /** They add up to the sum; what parts of one total share is given to 20 decimals each. */
  readonly lines: readonly { readonly label: string; readonly amount: string; readonly note: string }[];
  readonly sum: string;
  /** What the fee may not exceed; `applied`: the first of the smallest, where that is less than the sum. */
  readonly limits: readonly {
    readonly label: string;
    readonly limit: string;
    readonly note: string;
    readonly applied: boolean;
  }[];
  readonly rounding: Rounding;
}

interface ExplainedRule {
  readonly name: string;
  readonly effect: string;
  readonly from?: string;
  readonly to?: string;
  readonly source: string;
}

export function explain(quoted: Quoted): Explanation {
  const { amount, total, asOf, processor, card, region, rules, obstacles, lines, sum, limits } = quoted;

  return {
    transactionFee: quoted.transactionFee,
    amount: amount.toFixed(),
    ...(total.equals(amount) ? {} : { totalAmount: total.toFixed() }),
    ...(asOf === undefined ? {} : { asOf }),
    processor: { mid: processor.mid, name: processor.name, model: processor.model },
    card,
    region: {
      value: region.value,
      country: region.country,
      ...(region.state === undefined ? {} : { state: region.state }),
    },
    rules: rules.map(explainRule),
    obstacles,
    lines: lines.map(({ label, amount, note }) => ({ label, amount: amount.toFixed(), note })),
    sum: sum.toFixed(),
    limits: limits.map(({ label, limit, note, applied }) => ({
      label,
      limit: limit.toFixed(),
      note,
      applied,
    })),
    rounding: quoted.rounding,
  };
}

function explainRule({ name, effect, from, to, source }: Rule): ExplainedRule {
  return {
    name,
    effect: effect.kind === 'prohibit' ? 'no fee may be asked' : `at most ${effect.limit.note}`,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    source,
  };
}
