/** An upper limit of a fee: the cap of a price, or a surcharge rule. */
import type { Linear } from './linear.ts';

export interface Limit {
  /** Such as `cap`, or the name of the rule. */
  readonly label: string;
  /** Explains how the limit is calculated. */
  readonly note: string;
  /** The limit; undefined if only the cost is one. */
  readonly atMost: Linear | undefined;
  /** Whether the merchant's cost of accepting the card is a limit. With `atMost`, the larger of both counts. */
  readonly cost: boolean;
}
