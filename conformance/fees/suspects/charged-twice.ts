/** A part of the price that is charged twice, or all by itself. */
import { feeFrom } from '../figures.ts';
import { nameLines } from './named-lines.ts';
import type { Suspect } from './suspect.ts';

export const chargedTwice: Suspect = function* ({ quoted }) {
  const { lines, sum, limits, rounding } = quoted;

  for (const line of lines)
    yield {
      fee: feeFrom({ sum: sum.plus(line.amount), limits, rounding }),
      text: `with ${nameLines([line])} twice`,
    };
  for (const line of lines)
    yield {
      fee: feeFrom({ sum: line.amount, limits, rounding }),
      text: `with nothing but ${nameLines([line])}`,
    };
};
