/**
 * Rounds a fee once, after its limits. A fee can therefore exceed its exact limit by less than one unit, by default at
 * most half a cent.
 */
import type { MerchantsSchemas } from '../merchants/merchants.gen.ts';
import { isOdd, shifted, type Usd, wholeUnits } from '../money.ts';

/**
 * Whether a fee between two units is rounded up. To add a mode, add an entry here.
 *
 * @param half negative, 0 or positive: the rest is below, at or above half a unit
 * @param odd whether the number of whole units is odd; only used if the rest is exactly half a unit
 */
type RoundsUp = (half: number, odd: boolean) => boolean;

export const ROUNDING_MODES = {
  'half-up': (half) => half >= 0,
  'half-even': (half, odd) => half > 0 || (half === 0 && odd),
  'half-down': (half) => half > 0,
  up: () => true,
  down: () => false,
} as const satisfies Readonly<Record<RoundingMode, RoundsUp>>;

export type RoundingMode = NonNullable<MerchantsSchemas['rounding']['mode']>;

export interface Rounding {
  readonly mode: RoundingMode;
  /** 0 for whole dollars, 2 for cents, at most 6. */
  readonly decimals: number;
}

/** Rounds half a cent up: 1.005 becomes 1.01. */
export const HALF_UP_TO_CENTS: Rounding = { mode: 'half-up', decimals: 2 };

/** @returns `units / unit`, rounded to an integer. Exact, as all values are integers below 2⁵³. */
export function roundUnits(units: number, unit: number, { mode }: Rounding): number {
  const rest = units % unit;
  const whole = (units - rest) / unit;
  const roundsUp: RoundsUp = ROUNDING_MODES[mode];

  return rest > 0 && roundsUp(2 * rest - unit, whole % 2 === 1) ? whole + 1 : whole;
}

/** @returns `amount / whole`, rounded. Compares remainders, since the quotient can be infinite. */
export function roundQuotient(amount: Usd, whole: Usd, { mode, decimals }: Rounding): Usd {
  const scaled = shifted(amount, decimals);
  const units = wholeUnits(scaled, whole);
  const rest = scaled.minus(units.times(whole));
  const roundsUp: RoundsUp = ROUNDING_MODES[mode];
  const half = rest.times(2).comparedTo(whole);
  const up = !rest.isZero() && roundsUp(half, half === 0 && isOdd(units));

  return shifted(up ? units.plus(1) : units, -decimals);
}
