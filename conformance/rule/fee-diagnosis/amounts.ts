/** Rounds fees, and finds the amounts at which a price changes its lines or limit, or its fee is rounded from half a cent. */
import { roundQuotient } from '../../../src/engine/fee/rounding.ts';
import type { LimitFigure, Quoted, Rounding, Usd } from '../../../src/engine/index.ts';
import { ONE } from '../../../src/engine/money.ts';
import type { AmountBounds } from '../arbitraries/amount.ts';

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

/** The quote for an amount in cents; undefined where there is no price. */
export type QuoteByCents = (cents: number) => Quoted | undefined;

/** Intervals in which a breakpoint is searched, evenly distributed over the orders of magnitude. */
const INTERVALS = 64;

/** In cents: for each breakpoint the last amount below it, the first above it and the last but one. */
export function breakpoints(quote: QuoteByCents, { min, max }: AmountBounds): readonly number[] {
  const steps = Array.from({ length: INTERVALS + 1 }, (_, at) =>
    Math.round(min * (max / min) ** (at / INTERVALS)),
  );
  const samples = [...new Set(steps)].map((cents) => ({ cents, pricing: pricingAt(quote, cents) }));

  return samples.slice(1).flatMap((sample, at) => {
    let { cents: below, pricing } = samples[at] ?? sample;
    if (pricing === sample.pricing) return [];
    for (let above = sample.cents; above - below > 1; ) {
      const middle = Math.floor((below + above) / 2);
      if (pricingAt(quote, middle) === pricing) below = middle;
      else above = middle;
    }

    return [below, below + 1, Math.max(min, below - 1)];
  });
}

/** The lines and the limit that determine the fee, without their amounts. */
function pricingAt(quote: QuoteByCents, cents: number): string {
  const quoted = quote(cents);
  if (quoted === undefined) return '';
  const lines = quoted.lines.map(({ label, note }) => [
    label,
    /^[\d.]+ %/.exec(note)?.[0],
    note.split(', ')[1],
  ]);
  const limit = quoted.limits.find(({ applied }) => applied)?.label;

  return JSON.stringify([lines, limit, quoted.obstacles.length]);
}

/** In cents. Wide steps first: few prices have half cents among small amounts only. */
const STRIDES = [
  { step: 5000, upTo: 200_000 },
  { step: 500, upTo: 20_000 },
  { step: 100, upTo: 10_000 },
  { step: 10, upTo: 2000 },
  { step: 1, upTo: 500 },
];

/**
 * In cents: amounts whose fee before rounding is exactly half a unit above a whole one. At most one where half-even
 * rounds down, one where it rounds up, and one that binary floats round down.
 */
export function halfCents(quote: QuoteByCents, { min, max }: AmountBounds): readonly number[] {
  const found = new Map<string, number>();
  for (const { step, upTo } of STRIDES)
    for (let cents = step; cents <= Math.min(upTo, max) && found.size < 3; cents += step) {
      const quoted = cents < min ? undefined : quote(cents);
      const kind = quoted && kindOfHalf(quoted);
      if (kind !== undefined && !found.has(kind)) found.set(kind, cents);
    }

  return [...found.values()];
}

/** Parts of a unit below its half: a fee that is a tenth of a cent too high is rounded up from there. */
const ALMOST = { from: 0.4, below: 0.5 };
/** Amounts tried in each range. */
const MOST_CENTS = 200;

/**
 * In cents: for each range between breakpoints an amount whose fee before rounding is just below half a unit.
 *
 * @param found the breakpoints within these bounds
 */
export function almostHalfCents(
  quote: QuoteByCents,
  bounds: AmountBounds,
  found: readonly number[],
): readonly number[] {
  const lasts = found.filter((_, index) => index % 3 === 0);
  const starts = [bounds.min, ...lasts.map((last) => last + 1)];

  return starts.flatMap((min, index) => {
    const end = Math.min(min + MOST_CENTS, lasts[index] ?? bounds.max);
    for (let cents = min; cents < end; cents++) if (isAlmostHalf(quote(cents))) return [cents];

    return [];
  });
}

function isAlmostHalf(quoted: Quoted | undefined): boolean {
  if (quoted === undefined) return false;
  const units = beforeRounding(quoted).times(10 ** quoted.rounding.decimals);
  const part = units.minus(units.floor()).toNumber();

  return part >= ALMOST.from && part < ALMOST.below;
}

function kindOfHalf(quoted: Quoted): 'even' | 'odd' | 'float' | undefined {
  const { decimals } = quoted.rounding;
  const exact = beforeRounding(quoted);
  const units = exact.times(10 ** decimals);
  if (!units.times(2).isInteger() || units.isInteger()) return undefined;
  if (Number(exact.toNumber().toFixed(decimals)) !== quoted.transactionFee) return 'float';

  return units.floor().modulo(2).isZero() ? 'even' : 'odd';
}

/** In cents: the first amount that has another fee where its cents are cut off in binary floats. */
export function cutOff(quote: QuoteByCents, bounds: AmountBounds): readonly number[] {
  const feeFor = (cents: number) => quote(cents)?.transactionFee;
  for (let cents = bounds.min; cents <= Math.min(bounds.max, MOST_CUT); cents++) {
    const cut = Math.round(cutToCents(cents / 100) * 100);
    if (cut < cents && feeFor(cut) !== feeFor(cents)) return [cents];
  }

  return [];
}

/** In cents. */
const MOST_CUT = 20_000;
