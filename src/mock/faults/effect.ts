/** What a fault does to an answer. */
import type { Fault, FaultKind } from '../../engine/faults/fault.ts';
import type { Sending } from '../mishap.ts';
import type { Rendered } from '../render.ts';

export interface Effect {
  /** Answers in place of the call, which is then not carried out. */
  readonly instead?: (requestId: string) => Rendered;
  /** What is sent in place of the body. */
  readonly text?: (text: string) => string;
  /** How it is sent, where that is not as a whole. */
  readonly sending?: Sending;
}

/** @param value what the fault has for its kind */
export type Kind<K extends FaultKind> = (value: Required<Fault>[K], fault: Fault) => Effect;

/** For an answer that nobody will see. */
export function unseen(): Rendered {
  return { status: 503, headers: {}, text: '' };
}
