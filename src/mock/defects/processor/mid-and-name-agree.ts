/** A mock that adds 10 cents to the fee of a processor by its name. */

import { dearer } from '../dearer.ts';
import { defect } from '../defect.ts';

export const midAndNameAgree = defect({
  rule: 'processor/mid-and-name-agree',
  summary: 'adds 10 cents to the fee of a processor by its name',
  create: dearer(10, ({ processor }, { merchant }) =>
    merchant.processors.some(({ name }) => name === processor),
  ),
});
