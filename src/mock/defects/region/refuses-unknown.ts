/** A mock that takes a region that there is not for Arizona. */
import { defect } from '../defect.ts';
import { mending } from '../mending.ts';

export const refusesUnknownRegion = defect({
  rule: 'region/refuses-unknown',
  summary: 'takes a region that there is not for Arizona',
  create: mending('unknown-region', () => ({ region: 'AZ' })),
});
