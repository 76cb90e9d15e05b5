/** A linear price: `amount × share + fixed`. */
import { inUnits, type Share, type Usd } from '../money.ts';

/** The same price in two forms: decimals, and integers if those are exact. */
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
