/** A mock that adds 10 cents to the fee where the only processor is named. */

import { dearer } from '../dearer.ts';
import { defect } from '../defect.ts';

export const optionalWithOne = defect({
  rule: 'processor/optional-with-one',
  summary: 'adds 10 cents to the fee where the only processor is named',
  create: dearer(
    10,
    ({ processor }, { merchant }) => processor !== undefined && merchant.processors.length === 1,
  ),
});
