/** A mock that refuses a part that is the whole. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsPartOfTotal = defect({
  rule: 'multi-pay/accepts-part-of-total',
  summary: 'refuses a part that is the whole',
  create: refusingFees('totalAmount', ({ amount, totalAmount }) => amount === totalAmount),
});
