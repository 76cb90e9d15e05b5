/** A mock that takes a fee call without region. */
import { defect } from '../defect.ts';
import { overlooking } from '../overlooking.ts';

export const requiresRegion = defect({
  rule: 'fee-request/requires-region',
  summary: 'takes a fee call without region',
  create: overlooking('fee-request/requires-region', { region: 'AZ' }),
});
