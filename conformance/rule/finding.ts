/** The finding of an observer about one exchange: the rule holds for it, or how it is violated. */
import type { Exchange } from './exchange.ts';
import type { FailureNature } from './failure.ts';

export type Finding = Holds | Violation;

export interface Holds {
  readonly kind: 'holds';
}

export interface Violation {
  readonly kind: 'violation';
  readonly expected: string;
  readonly got: string;
  /** How it is confirmed; `plain` unless given. */
  readonly nature?: FailureNature;
  /** Earlier exchanges that belong to the proof, such as the first call with the same `sTxId` in its response. */
  readonly related?: readonly Exchange[];
  /** Two fees in US dollars that should be equal, where that is the violation. */
  readonly fees?: { readonly got: number; readonly expected: number; readonly remark?: string };
  /** The number of violations in one run that fail the rule even if none repeats; none by default. */
  readonly failsFrom?: number;
  /** The share of all judged exchanges that so many have to be as well, from the beginning of the run to its end: no overload of a moment. */
  readonly fromShare?: number;
  /** The earlier exchange that has the wrong response, which came by chance: it is counted, and not repeated. */
  readonly at?: Exchange;
  /**
   * Whether so many count only where they are far apart and few of all: else they have another reason, and leave the
   * verdict open. None counts where prices changed in the course of the run.
   */
  readonly isRare?: true;
  /** Whether fewer than `failsFrom` are ignored, such as one lost response; otherwise they make the rule unstable. */
  readonly isAccident?: true;
}

export const HOLDS: Holds = { kind: 'holds' };

export function violation(
  expected: string,
  got: string,
  more: Omit<Violation, 'kind' | 'expected' | 'got'> = {},
): Violation {
  return { kind: 'violation', expected, got, ...more };
}
