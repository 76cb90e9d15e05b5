/** A mock that takes an nicn that is too long. */
import { defect } from '../defect.ts';
import { overlooking } from '../overlooking.ts';

export const refusesMoreThan8Digits = defect({
  rule: 'nicn/refuses-more-than-8-digits',
  summary: 'takes an nicn that is too long',
  create: overlooking('nicn/refuses-more-than-8-digits'),
});
