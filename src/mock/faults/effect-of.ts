/** From a fault, of which one kind is said or none, to its effect. */
import { FAULT_KINDS, type Fault, type FaultKind } from '../../engine/faults/fault.ts';
import type { Effect } from './effect.ts';
import { KINDS } from './kinds/index.ts';

export function effectOf(fault: Fault): Effect {
  const kind = FAULT_KINDS.find((candidate) => fault[candidate] !== undefined);

  return kind === undefined ? {} : effectOfKind(kind, fault);
}

function effectOfKind<K extends FaultKind>(kind: K, fault: Fault): Effect {
  const value = fault[kind];

  return value === undefined ? {} : KINDS[kind](value as Required<Fault>[K], fault);
}
