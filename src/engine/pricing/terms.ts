/** The terms of a price: shares of the amount and fixed parts, not rounded. */
import {
  inUnits,
  NOTHING,
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

export type Part =
  | {
      readonly kind: 'share';
      readonly label: string;
      readonly share: Share;
      readonly why: string;
      readonly cost: boolean;
    }
  | {
      readonly kind: 'fixed';
      readonly label: string;
      readonly fixed: Usd;
      readonly why: string;
      readonly cost: boolean;
    };

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
  return { kind: 'share', label, share: shareFromPercent(percent), why, cost: true };
}

export function fixed(label: string, dollars: string, why = ''): Part {
  return { kind: 'fixed', label, fixed: usdFromText(dollars), why, cost: true };
}

/** A part for the service, which is excluded from the cost of accepting the card. */
export function serviceShare(label: string, percent: string): Part {
  return { kind: 'share', label, share: shareFromPercent(percent), why: '', cost: false };
}

/** Omits zero parts, such as `network: 0 % of 100.00`. */
export function termsOf(parts: readonly Part[]): Terms {
  return {
    parts: parts.filter((part) => !(part.kind === 'share' ? part.share : part.fixed).isZero()),
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
  return linear(
    sumOf(parts.map((part) => (part.kind === 'share' ? part.share : NOTHING))),
    sumOf(parts.map((part) => (part.kind === 'fixed' ? part.fixed : NOTHING))),
  );
}

function lineOf(part: Part, sale: PricedSale): Line {
  const amount = usd(sale.amount);
  const reason = part.why === '' ? '' : `, ${part.why}`;
  switch (part.kind) {
    case 'share':
      return {
        label: part.label,
        amount: amount.times(part.share),
        note: `${showShare(part.share)} of ${showUsd(amount)}${reason}`,
      };
    case 'fixed':
      return sale.multiPay.fixed === 'shared' && isShared(sale)
        ? {
            label: part.label,
            amount: quotient(part.fixed.times(amount), divisorOf(sale)),
            note: `${showUsd(part.fixed)} × ${showUsd(amount)} / ${showUsd(divisorOf(sale))}${reason}`,
          }
        : { label: part.label, amount: part.fixed, note: `for each transaction${reason}` };
  }
}
