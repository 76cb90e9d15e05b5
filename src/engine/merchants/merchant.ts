/** A merchant and its processors, as parsed: nothing left to check. */
import type { KindOf } from '../cards/card.ts';
import type { Eligibility } from '../eligibility/eligibility.ts';
import type { Limit } from '../fee/limit.ts';
import type { Rounding } from '../fee/rounding.ts';
import type { Price } from '../pricing/model.ts';
import type { RegionPolicy } from '../regions/recognise-region.ts';
import type { MultiPay } from '../sale.ts';

export interface Merchant {
  readonly name: string;
  /** At least one. No MID or name belongs to two of them. */
  readonly processors: readonly Processor[];
  readonly kindOf: KindOf;
  readonly regions: RegionPolicy;
  readonly eligibility: Eligibility;
  readonly multiPay: MultiPay;
  readonly rounding: Rounding;
  /** By key the values of the file that other parts of the program read. Mappings are Maps. Absent where there are none. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface Processor {
  readonly mid: string;
  readonly name: string;
  /** The name of its pricing model. */
  readonly model: string;
  readonly price: Price;
  /** The caps of its price; none, one in dollars or as a share of the amount, or both. */
  readonly caps: readonly Limit[];
}
