/** A mock that takes a fee call without nicn. */
import { defect } from '../defect.ts';
import { overlooking } from '../overlooking.ts';

export const requiresNicn = defect({
  rule: 'fee-request/requires-nicn',
  summary: 'takes a fee call without nicn',
  create: overlooking('fee-request/requires-nicn', { nicn: '424242' }),
});
