/** The status of an accepted sale. */
import { observes } from '../observation.ts';
import { successOf } from '../sight.ts';

export const saleStatus = observes('sale-status', {
  reads: (sight) =>
    successOf(sight, 'attachSale') === undefined ? undefined : [String(sight.answer.status)],
});
