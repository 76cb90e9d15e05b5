/** A mock that refuses zip codes. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsZipCode = defect({
  rule: 'region/accepts-zip-code',
  summary: 'refuses zip codes',
  create: refusingFees('region', ({ region }) => /^\d/.test(String(region))),
});
