/** A mock that refuses seven digits. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const accepts6To8Digits = defect({
  rule: 'nicn/accepts-6-to-8-digits',
  summary: 'refuses seven digits',
  create: refusingFees('nicn', ({ nicn }) => String(nicn).length === 7),
});
