/** The terms of a price: shares of the amount and fixed parts, not rounded. */
import {
  inUnits,
  quotient,
  type Share,
  shareFromPercent,
  showShare,
  showUsd,
  sumOf,
  type Usd,
  usd,
  usdFromText,
} from '../money.ts';
import { divisorOf, isShared, type PricedSale } from '../sale.ts';

/** A linear price, `amount × share + fixed`, in two forms: decimals, and integers if those are exact. */
export interface Linear {
  readonly share: Share;
  readonly fixed: Usd;
  /** The share in units of 10⁻⁸, the fixed part in units of 10⁻¹⁰ US dollars; `NaN` unless an exact integer. */
  readonly units: { readonly share: number; readonly fixed: number };
}

/** An amount in cents (10⁻²) times a share in units of 10⁻⁸ is a fee in units of 10⁻¹⁰. */
const SHARE_PLACES = 8;
export const FEE_PLACES = 10;

export function linear(share: Share, fixed: Usd): Linear {
  return { share, fixed, units: { share: inUnits(share, SHARE_PLACES), fixed: inUnits(fixed, FEE_PLACES) } };
}

export interface Part {
  readonly kind: 'share' | 'fixed';
  readonly label: string;
  /** A share of the amount, or US dollars. */
  readonly value: Share | Usd;
  /** Follows the calculation in the note of the line. */
  readonly why: string;
  /** Whether it is a cost of accepting the card. */
  readonly cost: boolean;
}

/** The parts of a price and their sums. */
export interface Terms {
  readonly parts: readonly Part[];
  /** The fee before limits and rounding. */
  readonly sum: Linear;
  /** The merchant's cost of accepting the card: all parts except those of the service. */
  readonly cost: Linear;
}

/** One part of a fee, in US dollars, with its calculation as a note. */
export interface Line {
  readonly label: string;
  readonly amount: Usd;
  readonly note: string;
}

export function share(label: string, percent: string, why = ''): Part {
  return { kind: 'share', label, value: shareFromPercent(percent), why, cost: true };
}

export function fixed(label: string, dollars: string, why = ''): Part {
  return { kind: 'fixed', label, value: usdFromText(dollars), why, cost: true };
}

/** A part for the service, which is excluded from the cost of accepting the card. */
export function serviceShare(label: string, percent: string): Part {
  return { ...share(label, percent), cost: false };
}

/** Omits zero parts, such as `network: 0 % of 100.00`. */
export function termsOf(parts: readonly Part[]): Terms {
  return {
    parts: parts.filter(({ value }) => !value.isZero()),
    sum: linearOf(parts),
    cost: linearOf(parts.filter(({ cost }) => cost)),
  };
}

/** The terms of a price of 0. */
export const NO_TERMS: Terms = termsOf([]);

/** The lines add up to the fee before limits and rounding. */
export function linesOf({ parts }: Terms, sale: PricedSale): readonly Line[] {
  return parts.map((part) => lineOf(part, sale));
}

function linearOf(parts: readonly Part[]): Linear {
  const sumOfKind = (kind: Part['kind']) =>
    sumOf(parts.filter((part) => part.kind === kind).map(({ value }) => value));

  return linear(sumOfKind('share'), sumOfKind('fixed'));
}

function lineOf({ kind, label, value, why }: Part, sale: PricedSale): Line {
  const amount = usd(sale.amount);
  const reason = why === '' ? '' : `, ${why}`;
  if (kind === 'share')
    return {
      ...{ label, amount: amount.times(value) },
      note: `${showShare(value)} of ${showUsd(amount)}${reason}`,
    };
  if (sale.multiPay.fixed !== 'shared' || !isShared(sale))
    return { label, amount: value, note: `for each transaction${reason}` };
  const divisor = divisorOf(sale);

  return {
    ...{ label, amount: quotient(value.times(amount), divisor) },
    note: `${showUsd(value)} × ${showUsd(amount)} / ${showUsd(divisor)}${reason}`,
  };
}
