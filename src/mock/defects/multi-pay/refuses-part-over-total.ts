/** A mock that prices a part that is more than the total. */
import { defect } from '../defect.ts';
import { mending } from '../mending.ts';

export const refusesPartOverTotal = defect({
  rule: 'multi-pay/refuses-part-over-total',
  summary: 'prices a part that is more than the total',
  create: mending('part-over-total', () => ({ totalAmount: undefined })),
});
