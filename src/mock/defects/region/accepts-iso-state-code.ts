/** A mock that refuses ISO state codes. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsIsoStateCode = defect({
  rule: 'region/accepts-iso-state-code',
  summary: 'refuses ISO state codes',
  create: refusingFees('region', ({ region }) => /^[a-z]{2}-/i.test(String(region))),
});
