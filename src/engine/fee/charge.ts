/** What a fee is calculated from, once it is known which price and which limits count. */
import type { Terms } from '../pricing/terms.ts';
import type { Sale } from '../sale.ts';
import type { Limit } from './limit.ts';
import type { Rounding } from './rounding.ts';

export interface Charge {
  readonly sale: Sale;
  readonly terms: Terms;
  readonly limits: readonly Limit[];
  readonly rounding: Rounding;
}
