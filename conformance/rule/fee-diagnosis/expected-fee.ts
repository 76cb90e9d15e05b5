/** Calculates the fee of a request by the merchant file, with the engine as oracle. */
import { roundQuotient } from '../../../src/engine/fee/rounding.ts';
import {
  createFeeEngine,
  dayOf,
  type LimitFigure,
  type Merchant,
  type Quoted,
  type QuoteRequest,
  type Rounding,
  type Usd,
} from '../../../src/engine/index.ts';
import { ONE } from '../../../src/engine/money.ts';

export type ExpectedFee =
  | { readonly kind: 'priced'; readonly quotes: readonly [Quoted, ...Quoted[]] }
  /** The file has no price, such as for a region that the engine does not know. */
  | { readonly kind: 'unpriced'; readonly why: string };

/** Milliseconds: how far the deployment's clock or time of processing may be off at midnight (UTC). */
const NEAR_MIDNIGHT = 5 * 60_000;

/** One quote for each day that it may be at the deployment, because eligibility rules start and end on a day. */
export function expectedFee(
  merchant: Merchant,
  request: QuoteRequest,
  now: Date,
  engine = createFeeEngine(merchant),
): ExpectedFee {
  const days = [0, -NEAR_MIDNIGHT, NEAR_MIDNIGHT].map((shift) => dayOf(new Date(now.getTime() + shift)));
  const [first, ...others] = [...new Set(days)].map((day) => engine.quote(request, day));
  if (first?.kind !== 'quoted') {
    const reasons = first?.reasons ?? [];

    return {
      kind: 'unpriced',
      why: reasons.map(({ field, expected, got }) => `${field}: expected ${expected}, got ${got}`).join(', '),
    };
  }

  return { kind: 'priced', quotes: [first, ...others.filter((quote) => quote.kind === 'quoted')] };
}

/** The figures of a quote from which its fee follows. */
export interface FeeFigures {
  /** Before limits and rounding. */
  readonly sum: Usd;
  readonly limits: readonly Pick<LimitFigure, 'limit'>[];
  readonly rounding: Rounding;
}

/** In US dollars: the smallest of sum and limits, rounded once. */
export function feeFrom(figures: FeeFigures): number {
  return round(beforeRounding(figures), figures.rounding).toNumber();
}

export function beforeRounding({ sum, limits }: Pick<FeeFigures, 'sum' | 'limits'>): Usd {
  return limits.reduce((least, { limit }) => (limit.lessThan(least) ? limit : least), sum);
}

export function round(amount: Usd, rounding: Rounding): Usd {
  // Leaving out a part can make the sum negative, which no fee is.
  return amount.isNegative() ? amount : roundQuotient(amount, ONE, rounding);
}

/** An amount in US dollars whose cents are cut off in binary floats: 0.29 becomes 0.28. */
export function cutToCents(amount: number): number {
  return Math.trunc(amount * 100) / 100;
}
