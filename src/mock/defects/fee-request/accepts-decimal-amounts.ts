/** A mock that refuses amounts with cents. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsDecimalAmounts = defect({
  rule: 'fee-request/accepts-decimal-amounts',
  summary: 'refuses amounts with cents',
  create: refusingFees('amount', ({ amount }) => !Number.isInteger(amount)),
});
