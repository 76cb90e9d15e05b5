/** The types of a validated merchant and its processors. */
import type { KindOf } from '../cards/card.ts';
import type { Eligibility } from '../eligibility/eligibility.ts';
import type { Limit } from '../fee/exact-fee.ts';
import type { Rounding } from '../fee/rounding.ts';
import type { Price } from '../pricing/models.ts';
import type { RegionPolicy } from '../regions/recognise-region.ts';
import type { MultiPay } from '../sale.ts';

export interface Merchant {
  readonly name: string;
  /** At least one; each MID and name belongs to one processor. */
  readonly processors: readonly Processor[];
  readonly kindOf: KindOf;
  readonly regions: RegionPolicy;
  readonly eligibility: Eligibility;
  readonly multiPay: MultiPay;
  readonly rounding: Rounding;
  /** Values by key for other parts of the program; mappings are Maps. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface Processor {
  readonly mid: string;
  readonly name: string;
  /** Name of the pricing model. */
  readonly model: string;
  readonly price: Price;
  /** The caps of the price: a fixed one, a share of the amount, both or none. */
  readonly caps: readonly Limit[];
}
