/**
 * How a fee is rounded: once, at the very end, to a number of decimals. A limit is rounded as the fee is, so that a fee may
 * be the unit next above its exact limit: by less than half a cent where nothing else is chosen.
 */
import { isOdd, shifted, type Usd, wholeUnits } from '../money.ts';

/**
 * Whether a fee between two units is rounded to the upper one. A mode is a line here.
 *
 * @param half negative, 0 or positive: less than half a unit is left over, just half, or more
 * @param odd whether the number of whole units is odd; asked for only where just half a unit is left over
 */
type GoesUp = (half: number, odd: boolean) => boolean;

export const ROUNDING_MODES = {
  'half-up': (half) => half >= 0,
  'half-even': (half, odd) => half > 0 || (half === 0 && odd),
  'half-down': (half) => half > 0,
  up: () => true,
  down: () => false,
} as const satisfies Readonly<Record<string, GoesUp>>;

export type RoundingMode = keyof typeof ROUNDING_MODES;

export interface Rounding {
  readonly mode: RoundingMode;
  /** 0 for whole dollars, 2 for cents, at most 6. */
  readonly decimals: number;
}

/** Half a cent goes up: 1.005 becomes 1.01. */
export const HALF_UP_TO_CENTS: Rounding = { mode: 'half-up', decimals: 2 };

/** @returns `units / unit` as a whole number. All of them are whole numbers below 2⁵³, so nothing is lost. */
export function roundUnits(units: number, unit: number, { mode }: Rounding): number {
  const rest = units % unit;
  const whole = (units - rest) / unit;
  const goesUp: GoesUp = ROUNDING_MODES[mode];

  return rest > 0 && goesUp(2 * rest - unit, whole % 2 === 1) ? whole + 1 : whole;
}

/** @returns `amount / whole`, rounded. The quotient need not end: remainders are compared, never digits. */
export function roundQuotient(amount: Usd, whole: Usd, { mode, decimals }: Rounding): Usd {
  const scaled = shifted(amount, decimals);
  const units = wholeUnits(scaled, whole);
  const rest = scaled.minus(units.times(whole));
  const goesUp: GoesUp = ROUNDING_MODES[mode];
  const half = rest.times(2).comparedTo(whole);
  const up = !rest.isZero() && goesUp(half, half === 0 && isOdd(units));

  return shifted(up ? units.plus(1) : units, -decimals);
}
