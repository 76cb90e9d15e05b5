/** The HTTP status of an accepted sale. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const saleStatus = choice('sale-status', {
  '200': asEver,
  '201': writing({ saleStatus: 201 }),
  '202': writing({ saleStatus: 202 }),
});
