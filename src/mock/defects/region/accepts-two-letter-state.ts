/** A mock that refuses two-letter states. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsTwoLetterState = defect({
  rule: 'region/accepts-two-letter-state',
  summary: 'refuses two-letter states',
  create: refusingFees('region', ({ region }) => /^[a-z]{2}$/i.test(String(region))),
});
