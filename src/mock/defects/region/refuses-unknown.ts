/** A mock that takes an unknown region for Arizona. */
import { defect } from '../defect.ts';
import { mending } from '../mending.ts';

export const refusesUnknownRegion = defect({
  rule: 'region/refuses-unknown',
  summary: 'takes an unknown region for Arizona',
  create: mending('unknown-region', () => ({ region: 'AZ' })),
});
