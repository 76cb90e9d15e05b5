/** The legal services, in the order in which they are judged. */

import { ANSWERS, FEES, TRAFFIC } from './answers.ts';
import { CHECKS } from './checks.ts';
import { FORMS } from './forms.ts';
import type { LegalService } from './legal-service.ts';
import { LIMITS, LITERAL, TRANSACTIONS } from './limits.ts';
import { PLATFORMS } from './platforms.ts';

export const LEGAL: readonly LegalService[] = [
  ...LIMITS,
  ...LITERAL,
  ...CHECKS,
  ...TRANSACTIONS,
  ...ANSWERS,
  ...TRAFFIC,
  ...FEES,
  ...PLATFORMS,
  ...FORMS,
];
