/** Reads the cap of a price: a share of the amount, a fixed amount, or both. */
import type { Limit } from '../fee/limit.ts';
import { linear } from '../fee/linear.ts';
import { NOTHING, showShare, showUsd } from '../money.ts';
import type { Parameters } from '../reading/parameters.ts';
import { percentReader, usdReader } from '../reading/readers.ts';

export function readCaps(cap: Parameters | undefined): readonly Limit[] {
  if (cap === undefined) return [];

  const [percent, fixed] = [
    cap.optional('percent', percentReader, 'A share of the amount.'),
    cap.optional('fixed', usdReader, 'A fixed amount.'),
  ];
  cap.needsOneOf(['percent', 'fixed']);

  return [
    ...(percent === undefined
      ? []
      : [capAt(`${showShare(percent)} of the amount`, linear(percent, NOTHING))]),
    ...(fixed === undefined ? [] : [capAt(`at most ${showUsd(fixed)}`, linear(NOTHING, fixed))]),
  ];
}

function capAt(note: string, atMost: NonNullable<Limit['atMost']>): Limit {
  return { label: 'cap', note, atMost, cost: false };
}
