/** A mock that takes an nicn with other characters than digits. */
import { defect } from '../defect.ts';
import { overlooking } from '../overlooking.ts';

export const refusesNonDigits = defect({
  rule: 'nicn/refuses-non-digits',
  summary: 'takes an nicn with other characters than digits',
  create: overlooking('nicn/refuses-non-digits'),
});
