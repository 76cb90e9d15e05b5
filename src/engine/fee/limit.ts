/** What a fee may not exceed: the cap of a price, or a rule about surcharges. */
import type { Linear } from './linear.ts';

export interface Limit {
  /** Such as `cap`, or the name of the rule. */
  readonly label: string;
  /** How the limit is calculated, for people. */
  readonly note: string;
  /** The limit, unless the cost is more and counts too. */
  readonly atMost: Linear | undefined;
  /** Whether what accepting the card costs the merchant is a limit: where both are given, the larger of the two. */
  readonly cost: boolean;
}
