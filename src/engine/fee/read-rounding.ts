/** Reads the section `rounding` of a merchant file. */
import type { Parameters } from '../reading/parameters.ts';
import { wholeNumberReader, wordReader } from '../reading/readers.ts';
import { HALF_UP_TO_CENTS, ROUNDING_MODES, type Rounding, type RoundingMode } from './rounding.ts';

const modeReader = wordReader(
  Object.keys(ROUNDING_MODES) as RoundingMode[],
  'How a fee between two units is rounded.',
);
const decimalsReader = wholeNumberReader(0, 6, 'The decimals of a fee in US dollars: 2 for cents.');

export function readRounding(rounding: Parameters | undefined): Rounding {
  if (rounding === undefined) return HALF_UP_TO_CENTS;

  return {
    mode: rounding.valueOr('mode', modeReader, HALF_UP_TO_CENTS.mode),
    decimals: rounding.valueOr('decimals', decimalsReader, HALF_UP_TO_CENTS.decimals),
  };
}
