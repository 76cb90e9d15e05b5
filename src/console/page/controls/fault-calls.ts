/** The calls that a fault of the console affects. */

/** The calls that have the fault: texts to write before it. */
export const FAULT_CALLS = [
  { conditions: 'times=1: ', label: 'the next call' },
  { conditions: 'times=1, path=/v1/ch/sale: ', label: 'the next sale' },
  { conditions: 'every=3: ', label: 'every third call' },
  { conditions: '', label: 'every call' },
] as const;

/** Of GET /_tollgate/faults. */
export interface ListedFault {
  readonly id: string;
  readonly rule: { readonly when?: { readonly times?: number } };
  /** The rule as text, as POST /_tollgate/faults reads it. */
  readonly text: string;
  readonly merchant?: string;
  readonly hits: number;
}

/** Whether it was applied as often as its condition `times` allows. */
export function isUsedUp({ rule: { when = {} }, hits }: ListedFault): boolean {
  return when.times !== undefined && hits >= when.times;
}
