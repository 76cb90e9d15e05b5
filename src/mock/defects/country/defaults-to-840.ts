/** A mock that adds 50 cents to the fee where the country 840 is named. */

import { dearer } from '../dearer.ts';
import { defect } from '../defect.ts';

export const defaultsTo840 = defect({
  rule: 'country/defaults-to-840',
  summary: 'adds 50 cents to the fee where the country 840 is named',
  create: dearer(50, ({ country }) => country === '840'),
});
