/** A fee and its calculation, also as plain data that explains it. */
import { defined } from '../text/json-object.ts';
import type { Card } from './cards/card.ts';
import type { Day } from './day.ts';
import type { Assessment, Rule } from './eligibility/eligibility.ts';
import {
  type Charge,
  exactFee,
  type Figures,
  figuresOf,
  type LimitFigure,
  quickFee,
} from './fee/exact-fee.ts';
import type { Rounding } from './fee/rounding.ts';
import type { Processor } from './merchants/merchant.ts';
import { type Usd, usd } from './money.ts';
import { type Line, linesOf } from './pricing/terms.ts';
import type { Region } from './regions/regions.ts';

/**
 * The quote of an accepted request.
 *
 * A class with lazy getters: most callers read only the fee. A spread copy lacks the getters.
 */
export class Quoted {
  readonly kind = 'quoted';
  /** The fee as a number, as in the response (document 2.2): US dollars, rounded, never negative. */
  readonly transactionFee: number;
  readonly processor: Processor;
  readonly #charge: Charge;
  readonly #assessment: Assessment;
  #calculated: Figures | undefined;

  constructor(charge: Charge, processor: Processor, assessment: Assessment) {
    this.processor = processor;
    this.#charge = charge;
    this.#assessment = assessment;
    // JSON cannot represent Infinity.
    this.transactionFee = quickFee(charge) ?? Math.min(exactFee(charge).toNumber(), Number.MAX_VALUE);
  }

  /** The fee as an exact decimal, in US dollars. */
  get fee(): Usd {
    return exactFee(this.#charge);
  }

  /** In US dollars. */
  get amount(): Usd {
    return usd(this.#charge.sale.amount);
  }

  /** In US dollars: the total that the amount is a part of, or the amount. */
  get total(): Usd {
    return usd(this.#charge.sale.total);
  }

  /** The day that selected the rules, if given. */
  get asOf(): Day | undefined {
    return this.#charge.sale.asOf;
  }

  get card(): Card {
    return this.#charge.sale.card;
  }

  get region(): Region {
    return this.#charge.sale.region;
  }

  /** The surcharge rules that apply to this sale on its day. */
  get rules(): readonly Rule[] {
    return this.#assessment.rules;
  }

  /** Why the fee is 0 by rule; empty if a fee is permitted. */
  get obstacles(): readonly string[] {
    return this.#assessment.obstacles;
  }

  /** The entries of `data` that waive the fee. */
  get waivers(): readonly string[] {
    return this.#assessment.waivers;
  }

  /** The parts of the fee, which add up to the sum; shared parts are rounded to 20 decimals. */
  get lines(): readonly Line[] {
    return linesOf(this.#charge.terms, this.#charge.sale);
  }

  /** The fee before limits and rounding, in US dollars. */
  get sum(): Usd {
    return this.#figures.sum;
  }

  /** The upper limits of the fee, in order: the cap of the price, then the rules. */
  get limits(): readonly LimitFigure[] {
    return this.#figures.limits;
  }

  get rounding(): Rounding {
    return this.#charge.rounding;
  }

  get #figures(): Figures {
    this.#calculated ??= figuresOf(this.#charge);

    return this.#calculated;
  }
}

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

/** Converts a quote to plain JSON data. */
export function explain(quoted: Quoted): Explanation {
  const { transactionFee, amount, total, asOf, processor, card, region, rounding } = quoted;
  const { mid, name, model } = processor;
  const { value, country, state } = region;

  return defined({
    ...{ transactionFee, amount: amount.toFixed() },
    totalAmount: total.equals(amount) ? undefined : total.toFixed(),
    ...{ asOf, processor: { mid, name, model }, card, region: defined({ value, country, state }) },
    rules: quoted.rules.map(explainRule),
    obstacles: quoted.obstacles,
    lines: quoted.lines.map((line) => ({ ...line, amount: line.amount.toFixed() })),
    sum: quoted.sum.toFixed(),
    limits: quoted.limits.map((limit) => ({ ...limit, limit: limit.limit.toFixed() })),
    rounding,
  });
}

function explainRule({ name, effect, from, to, source }: Rule): ExplainedRule {
  const words = effect.kind === 'prohibit' ? 'no fee permitted' : `at most ${effect.limit.note}`;

  return defined({ name, effect: words, from, to, source });
}
