/** The input of the fee calculation: sale, price, limits and rounding. */
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
