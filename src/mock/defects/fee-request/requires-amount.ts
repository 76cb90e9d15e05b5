/** A mock that takes a fee call without amount. */
import { defect } from '../defect.ts';
import { overlooking } from '../overlooking.ts';

export const requiresAmount = defect({
  rule: 'fee-request/requires-amount',
  summary: 'takes a fee call without amount',
  create: overlooking('fee-request/requires-amount', { amount: 100 }),
});
