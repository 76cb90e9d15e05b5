/** A fee and how it came about. */
import type { Card } from './cards/card.ts';
import type { Day } from './day.ts';
import type { Assessment } from './eligibility/eligibility.ts';
import type { Rule } from './eligibility/rule.ts';
import type { Charge } from './fee/charge.ts';
import { exactFee, type Figures, figuresOf, type LimitFigure } from './fee/exact-fee.ts';
import { quickFee } from './fee/quick-fee.ts';
import type { Rounding } from './fee/rounding.ts';
import type { Processor } from './merchants/merchant.ts';
import { type Usd, usd } from './money.ts';
import { type Line, linesOf } from './pricing/terms.ts';
import type { Region } from './regions/region.ts';

/**
 * The answer to a request that can be priced.
 *
 * A class, because most of it is worked out only when somebody reads it: a copy made by spreading lacks that.
 */
export class Quoted {
  readonly kind = 'quoted';
  /** The fee as the number that the answer carries (document 2.2): US dollars, rounded, never negative. */
  readonly transactionFee: number;
  readonly processor: Processor;
  readonly #charge: Charge;
  readonly #assessment: Assessment;

  constructor(charge: Charge, processor: Processor, assessment: Assessment) {
    this.processor = processor;
    this.#charge = charge;
    this.#assessment = assessment;
    // Several times the largest number would be no number, and nothing that JSON can write.
    this.transactionFee = quickFee(charge) ?? Math.min(exactFee(charge).toNumber(), Number.MAX_VALUE);
  }

  /** The fee as an exact decimal, in US dollars: what `transactionFee` shows. */
  get fee(): Usd {
    return exactFee(this.#charge);
  }

  /** In US dollars. */
  get amount(): Usd {
    return usd(this.#charge.sale.amount);
  }

  /** In US dollars: what the amount is a part of, or the amount itself. */
  get total(): Usd {
    return usd(this.#charge.sale.total);
  }

  /** The day for which the rules were looked at, where one was given. */
  get asOf(): Day | undefined {
    return this.#charge.sale.asOf;
  }

  get card(): Card {
    return this.#charge.sale.card;
  }

  get region(): Region {
    return this.#charge.sale.region;
  }

  /** The rules about surcharges that are about this sale on its day. */
  get rules(): readonly Rule[] {
    return this.#assessment.rules;
  }

  /** Why no fee may be asked, so that the fee is 0; empty where one may. */
  get obstacles(): readonly string[] {
    return this.#assessment.obstacles;
  }

  /** The entries of `data` that waive the fee, so that it is 0. */
  get waivers(): readonly string[] {
    return this.#assessment.waivers;
  }

  /** The parts of the fee. They add up to the sum; what parts of one total share is given to 20 decimals each. */
  get lines(): readonly Line[] {
    return linesOf(this.#charge.terms, this.#charge.sale);
  }

  /** The fee before limits and rounding, in US dollars. */
  get sum(): Usd {
    return this.#figures.sum;
  }

  /** What the fee may not exceed, in the order in which they are applied: the price's cap, then the rules. */
  get limits(): readonly LimitFigure[] {
    return this.#figures.limits;
  }

  get rounding(): Rounding {
    return this.#charge.rounding;
  }

  get #figures(): Figures {
    return figuresOf(this.#charge);
  }
}
