/** A merchant and its processors, as parsed: nothing left to check. */
import type { Price } from '../pricing/model.ts';

export interface Merchant {
  readonly name: string;
  /** At least one. No MID or name belongs to two of them. */
  readonly processors: readonly Processor[];
}

export interface Processor {
  readonly mid: string;
  readonly name: string;
  /** The name of its pricing model. */
  readonly model: string;
  readonly price: Price;
}
