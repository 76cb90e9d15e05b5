/** What a sale is priced by: shares of the amount and fixed parts, none of them rounded, and at most one cap. */
import { NOTHING, type Share, showShare, showUsd, sumOf, type Usd } from '../money.ts';

export type Part =
  | { readonly kind: 'share'; readonly label: string; readonly share: Share; readonly why: string }
  | { readonly kind: 'fixed'; readonly label: string; readonly fixed: Usd; readonly why: string };

/** All parts, and what they add up to: the fee before cap and rounding is `amount × share + fixed`. */
export interface Terms {
  readonly parts: readonly Part[];
  readonly share: Share;
  readonly fixed: Usd;
  /** No fee is more than this share of the amount. */
  readonly cap?: Share;
}

/** One part of a fee. The amount is exact, in US dollars; the note says how it came about. */
export interface Line {
  readonly label: string;
  readonly amount: Usd;
  readonly note: string;
}

export function share(label: string, share: Share, why = ''): Part {
  return { kind: 'share', label, share, why };
}

export function fixed(label: string, fixed: Usd, why = ''): Part {
  return { kind: 'fixed', label, fixed, why };
}

/** A part of nothing is left out: nobody wants to read `network: 0 % of 100.00`. */
export function termsOf(parts: readonly Part[], cap?: Share): Terms {
  const terms = {
    parts: parts.filter((part) => !(part.kind === 'share' ? part.share : part.fixed).isZero()),
    share: sumOf(parts.map((part) => (part.kind === 'share' ? part.share : NOTHING))),
    fixed: sumOf(parts.map((part) => (part.kind === 'fixed' ? part.fixed : NOTHING))),
  };

  return cap === undefined ? terms : { ...terms, cap };
}

/** The terms of a price that asks for nothing. */
export const NO_TERMS: Terms = termsOf([]);

/** The parts one by one for this amount. They add up to the fee before cap and rounding. */
export function linesOf({ parts }: Terms, amount: Usd): readonly Line[] {
  return parts.map((part) => lineOf(part, amount));
}

function lineOf(part: Part, amount: Usd): Line {
  const because = part.why === '' ? '' : `, ${part.why}`;
  switch (part.kind) {
    case 'share':
      return {
        label: part.label,
        amount: amount.times(part.share),
        note: `${showShare(part.share)} of ${showUsd(amount)}${because}`,
      };
    case 'fixed':
      return { label: part.label, amount: part.fixed, note: `for each transaction${because}` };
  }
}
