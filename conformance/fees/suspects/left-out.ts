/** A part of the price that is left out, or all of a kind. */
import { feeFrom } from '../figures.ts';
import { nameLines } from './named-lines.ts';
import type { Suspect } from './suspect.ts';

export const leftOut: Suspect = function* ({ quoted }) {
  const { lines, sum, limits, rounding } = quoted;
  const all = lines.length;
  const groups = [
    ...lines.map((line) => [line]),
    ...[/fixed$/, /share$/].map((kind) => lines.filter(({ label }) => kind.test(label))),
  ];

  for (const group of groups) {
    if (group.length === 0 || (group.length === all && all > 1)) continue;
    const left = group.reduce((rest, { amount }) => rest.minus(amount), sum);
    yield { fee: feeFrom({ sum: left, limits, rounding }), text: `without ${nameLines(group)}` };
  }
};
