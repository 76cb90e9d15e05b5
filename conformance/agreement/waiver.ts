/** What a waiver is: somebody answers for it that a failure does not count, until a day. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Day } from '../../src/engine/day.ts';

export interface Waiver {
  readonly rule: RuleId;
  /**
   * The shape of the failure, as a report says it. Without one, as in older files, the waiver counts only while the rule
   * fails in a single way.
   */
  readonly shape?: string;
  /** Why its failure does not count, for whoever reads the report. */
  readonly reason: string;
  /** The last day on which it counts, in UTC. */
  readonly until: Day;
  /** Where the rule fails `sometimes`, the waiver stays good while the rule passes; `always` unless said. */
  readonly fails: (typeof FAILS)[number];
}

export const FAILS = ['always', 'sometimes'] as const;
