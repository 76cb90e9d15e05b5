/** A mock that takes the first of several processors where none is named. */
import { defect } from '../defect.ts';

export const requiredWithSeveral = defect({
  rule: 'processor/required-with-several',
  summary: 'takes the first of several processors where none is named',
  create: () => ({
    request: (request, { operation, merchant }) =>
      operation === 'calculateFee' ? { processor: merchant.processors[0]?.mid, ...request } : request,
  }),
});
