/** The right sum, rounded otherwise. */
import type { RoundingMode, Usd } from '../../../src/engine/index.ts';
import { beforeRounding, feeFrom, rounded } from '../figures.ts';
import type { Suspect } from './suspect.ts';

/** What programs do by mistake more than the others. */
const LIKELY: readonly RoundingMode[] = ['half-up', 'half-even'];
const UNLIKELY: readonly RoundingMode[] = ['half-down', 'up', 'down'];
const DECIMALS = [2, 0, 1, 3, 4];

export const rounding: Suspect = function* ({ quoted }) {
  const { lines, limits, sum, rounding } = quoted;
  const exact = beforeRounding(quoted);
  const shown = exact.toFixed();
  const inMode = (mode: RoundingMode) => ({
    fee: rounded(exact, { ...rounding, mode }).toNumber(),
    text: `if ${shown} were rounded ${mode} and not ${rounding.mode}`,
  });

  for (const mode of LIKELY) yield inMode(mode);
  for (const fee of inFloats(exact, rounding.decimals))
    yield { fee, text: `if ${shown} were a binary float, which is not exactly that` };
  const apart: Usd = lines.reduce(
    (total, { amount }) => total.plus(rounded(amount, rounding)),
    sum.minus(sum),
  );
  yield { fee: feeFrom({ sum: apart, limits, rounding }), text: 'if each line were rounded by itself' };
  for (const mode of UNLIKELY) yield inMode(mode);
  for (const decimals of DECIMALS)
    yield {
      fee: rounded(exact, { ...rounding, decimals }).toNumber(),
      text: `if ${shown} were rounded to ${decimals} decimals and not to ${rounding.decimals}`,
    };
  yield { fee: exact.toNumber(), text: `if ${shown} were not rounded` };
};

/** As most languages round, and as many programs do by hand. */
function inFloats(exact: Usd, decimals: number): readonly number[] {
  const float = exact.toNumber();
  const unit = 10 ** decimals;

  return [Number(float.toFixed(decimals)), Math.round(float * unit) / unit];
}
