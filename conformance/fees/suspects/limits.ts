/** A limit that is not looked at, or one that is taken for the fee. */
import { dollars, feeFrom } from '../figures.ts';
import type { Suspect } from './suspect.ts';

export const limits: Suspect = function* ({ quoted }) {
  const { limits, rounding, sum } = quoted;

  for (const [at, { label, limit }] of limits.entries())
    yield {
      fee: feeFrom({ sum, limits: limits.toSpliced(at, 1), rounding }),
      text: `without the limit \`${label}\` of ${dollars(limit)}`,
    };
  if (limits.length > 1)
    yield { fee: feeFrom({ sum, limits: [], rounding }), text: 'without any of its limits' };
  for (const { label, limit } of limits)
    yield {
      fee: feeFrom({ sum: limit, limits: [], rounding }),
      text: `if the limit \`${label}\` of ${dollars(limit)} were the fee, whatever the sum`,
    };
};
