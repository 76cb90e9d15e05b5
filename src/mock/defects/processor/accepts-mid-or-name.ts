/** A mock that refuses a processor by its name. */
import { defect } from '../defect.ts';
import { refusingFees } from '../refusing.ts';

export const acceptsMidOrName = defect({
  rule: 'processor/accepts-mid-or-name',
  summary: 'refuses a processor by its name',
  create: refusingFees('processor', ({ processor }, { merchant }) =>
    merchant.processors.some(({ name }) => name === processor),
  ),
});
