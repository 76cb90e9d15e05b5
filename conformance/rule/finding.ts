/** What a rule finds: it holds for an exchange, or how it is violated there or by the calls of a script. */
import type { ServiceCall } from './service-call.ts';

export type Finding = Holds | RuleViolation;

export interface Holds {
  readonly kind: 'holds';
}

/** How a violation is confirmed. */
export type Nature =
  /** It occurs whenever the script runs. */
  | 'plain'
  /** No response within the time limit: sent once more before it counts, and too slow to shrink. */
  | 'timeout'
  /** The recording proves it: it counts even where it is too long to run again. */
  | 'proved'
  /** The connection was lost: sent again before it counts. */
  | 'lost'
  /** A server error for a valid request, which may be an accident: sent again before it counts. */
  | 'server-error'
  /** Two fees differ that should be equal, which counts only where the deployment repeats its fees. */
  | 'fees-differ'
  /** One request had two fees, which one change of prices in between would explain. */
  | 'two-fees'
  /** The case changed the deployment for good, so it cannot run again. */
  | 'lasting';

export interface RuleViolation {
  readonly kind: 'violation';
  readonly expected: string;
  readonly got: string;
  /** `plain` unless given. */
  readonly nature?: Nature;
  /** Earlier exchanges that belong to the proof, such as the first call with the same `sTxId` in its response. */
  readonly related?: readonly ServiceCall[];
  /** Two fees in US dollars that differ; calculated where the expected one is not that of another call. */
  readonly fees?: { readonly got: number; readonly expected: number; readonly isCalculated: boolean };
  /** The number of violations in one run that fail the rule even if none repeats; none by default. */
  readonly failsFrom?: number;
  /** The share of all judged exchanges that so many have to be as well, from the beginning of the run to its end: no overload of a moment. */
  readonly fromShare?: number;
  /**
   * The exchange with the wrong response, where one alone is wrong. Where an observer names an earlier one, that one came
   * by chance: it is counted, and not repeated.
   */
  readonly at?: ServiceCall | undefined;
  /**
   * Whether so many count only where they are far apart and few of all: else they have another reason, and leave the
   * verdict open. None counts where prices changed in the course of the run.
   */
  readonly isRare?: true;
  /** Whether fewer than `failsFrom` are ignored, such as one lost response; otherwise they make the rule unstable. */
  readonly isAccident?: true;
}

type MoreOfViolation = Omit<RuleViolation, 'kind' | 'expected' | 'got'>;

export const HOLDS: Holds = { kind: 'holds' };

export function violation(expected: string, got: string, more: MoreOfViolation = {}): RuleViolation {
  return { kind: 'violation', expected, got, ...more };
}

/** Two fees in US dollars that should be equal differ. @param remark on a calculation, which follows the fee that was received */
export function feesDiffer(
  what: string,
  { got, expected }: { readonly got: number; readonly expected: number },
  { remark, ...more }: MoreOfViolation & { readonly remark?: string } = {},
): RuleViolation {
  const fees = { got, expected, isCalculated: remark !== undefined };

  return violation(`${what} ${expected}`, `${got}${remark ?? ''}`, { nature: 'fees-differ', fees, ...more });
}

export function natureOf({ failsFrom, nature = 'plain' }: RuleViolation): Nature {
  return failsFrom === 1 ? 'proved' : nature;
}
