/** A mock that adds 10 cents to the fee where the region is an ISO state code. */
import { dearer } from '../dearer.ts';
import { defect } from '../defect.ts';

export const formsAgree = defect({
  rule: 'region/forms-agree',
  summary: 'adds 10 cents to the fee where the region is an ISO state code',
  create: dearer(10, ({ region }) => /^[a-z]{2}-/i.test(String(region))),
});
