/** A price that grows evenly with the amount: `amount × share + fixed`. */
import { inUnits, type Share, type Usd } from '../money.ts';

/** One and the same price twice: in decimals, and in whole units where they are exact. */
export interface Linear {
  readonly share: Share;
  readonly fixed: Usd;
  /** The share in units of 10⁻⁸ and the fixed part in units of 10⁻¹⁰ US dollars; `NaN` where no whole number is. */
  readonly units: { readonly share: number; readonly fixed: number };
}

/** Cents, of which there are 10² in a dollar, times units of a share are units of a fee. */
const SHARE_PLACES = 8;
export const FEE_PLACES = 10;

export function linear(share: Share, fixed: Usd): Linear {
  return { share, fixed, units: { share: inUnits(share, SHARE_PLACES), fixed: inUnits(fixed, FEE_PLACES) } };
}
