/** Converts a quote to plain JSON data that explains the fee. */
import type { Card } from './cards/card.ts';
import type { Rule } from './eligibility/rule.ts';
import type { Rounding } from './fee/rounding.ts';
import type { Quoted } from './quoted.ts';

/** Amounts are decimal strings in US dollars; only the fee is a number, as in the response. */
export interface Explanation {
  readonly transactionFee: number;
  readonly amount: string;
  /** The total that the amount is a part of (document 2.1, multi-pay). */
  readonly totalAmount?: string;
  /** The day that selected the rules. */
  readonly asOf?: string;
  readonly processor: { readonly mid: string; readonly name: string; readonly model: string };
  readonly card: Card;
  readonly region: { readonly value: string; readonly country: string; readonly state?: string };
  /** The surcharge rules that apply to this sale on that day. */
  readonly rules: readonly ExplainedRule[];
  /** Why the fee is 0 by rule. */
  readonly obstacles: readonly string[];
  /** Add up to the sum; shared parts are rounded to 20 decimals. */
  readonly lines: readonly { readonly label: string; readonly amount: string; readonly note: string }[];
  readonly sum: string;
  /** Upper limits of the fee; `applied` marks the smallest one if it is below the sum. */
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
    effect: effect.kind === 'prohibit' ? 'no fee permitted' : `at most ${effect.limit.note}`,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    source,
  };
}
