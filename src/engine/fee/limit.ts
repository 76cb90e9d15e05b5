/** An upper limit of a fee: the cap of a price, or a surcharge rule. */
import type { Schemas } from '../merchants/merchants.gen.ts';
import { NOTHING, shareFromPercent, showShare, showUsd, usdFromText } from '../money.ts';
import { type Linear, linear } from '../pricing/terms.ts';

export interface Limit {
  /** Such as `cap`, or the name of the rule. */
  readonly label: string;
  /** Explains how the limit is calculated. */
  readonly note: string;
  /** The limit; undefined if only the cost is one. */
  readonly atMost: Linear | undefined;
  /** Whether the merchant's cost of accepting the card is a limit. With `atMost`, the larger of both counts. */
  readonly cost: boolean;
}

/** The cap of a price: a share of the amount, a fixed amount, or both. */
export function capsOf({ percent, fixed }: Schemas['cap'] = {}): readonly Limit[] {
  const limits: Limit[] = [];
  if (percent !== undefined) {
    const share = shareFromPercent(percent);
    limits.push(capAt(`${showShare(share)} of the amount`, linear(share, NOTHING)));
  }
  if (fixed !== undefined) {
    const dollars = usdFromText(fixed);
    limits.push(capAt(`at most ${showUsd(dollars)}`, linear(NOTHING, dollars)));
  }

  return limits;
}

function capAt(note: string, atMost: Linear): Limit {
  return { label: 'cap', note, atMost, cost: false };
}
