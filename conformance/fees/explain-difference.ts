/** Why a fee is not the one of the prices: the first mistake that would make just that fee. */
import { showLines } from './figures.ts';
import { amounts } from './suspects/amounts.ts';
import { chargedTwice } from './suspects/charged-twice.ts';
import { leftOut } from './suspects/left-out.ts';
import { limits } from './suspects/limits.ts';
import { mixUps } from './suspects/mix-ups.ts';
import { rounding } from './suspects/rounding.ts';
import type { Mystery, Suspect } from './suspects/suspect.ts';

/** In the order in which they are believed. A suspect is one file and one line here. */
const SUSPECTS: readonly Suspect[] = [leftOut, limits, amounts, mixUps, rounding, chargedTwice];

/** @param got the fee that came, in US dollars, and that is another than the quote's */
export function explainDifference(mystery: Mystery, got: number): string {
  const suspects = isNext(mystery, got) ? [rounding, ...SUSPECTS] : SUSPECTS;
  for (const suspect of suspects) {
    for (const { fee, text } of suspect(mystery)) if (fee === got) return `which would be right ${text}`;
  }

  return `where the prices say ${showLines(mystery.quoted)}`;
}

/** Where the fee is but one unit beside the right one, rounding is the first to be suspected. */
function isNext({ quoted: { transactionFee, rounding } }: Mystery, got: number): boolean {
  return Math.round(Math.abs(got - transactionFee) * 10 ** rounding.decimals) <= 1;
}
