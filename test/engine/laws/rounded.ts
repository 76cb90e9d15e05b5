/** Rounds fractions, independent of the engine. */
import { type Rational, tenTo } from './rational.ts';

export const MODES = ['half-up', 'half-even', 'half-down', 'up', 'down'] as const;

type Mode = (typeof MODES)[number];

export interface RoundingMapping {
  readonly mode?: Mode;
  readonly decimals?: number;
}

/** @param value 0 or more */
export function rounded(
  { over, under }: Rational,
  { mode = 'half-up', decimals = 2 }: RoundingMapping = {},
): Rational {
  const scaled = over * tenTo(decimals);
  const below = scaled / under;
  const rest = scaled - below * under;

  return { over: rest === 0n ? below : between(mode, below, 2n * rest - under), under: tenTo(decimals) };
}

/** @param half negative, 0 or positive, where the rest is less than half a unit, exactly half or more */
function between(mode: Mode, below: bigint, half: bigint): bigint {
  const above = below + 1n;
  switch (mode) {
    case 'up':
      return above;
    case 'down':
      return below;
    case 'half-up':
      return half < 0n ? below : above;
    case 'half-down':
      return half > 0n ? above : below;
    case 'half-even':
      if (half === 0n) return below % 2n === 0n ? below : above;
      return half < 0n ? below : above;
  }
}

/** A rounded value with all its decimals, such as `2.50`. */
export function textOf({ over, under }: Rational): string {
  const decimals = String(under).length - 1;
  const digits = String(over).padStart(decimals + 1, '0');

  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
