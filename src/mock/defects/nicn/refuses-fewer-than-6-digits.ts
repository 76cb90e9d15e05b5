/** A mock that takes an nicn that is too short. */
import { defect } from '../defect.ts';
import { overlooking } from '../overlooking.ts';

export const refusesFewerThan6Digits = defect({
  rule: 'nicn/refuses-fewer-than-6-digits',
  summary: 'takes an nicn that is too short',
  create: overlooking('nicn/refuses-fewer-than-6-digits'),
});
