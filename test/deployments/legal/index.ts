/** The legal services, in the order in which they are judged. */
import { ANSWERS } from './answers.ts';
import { CHECKS } from './checks.ts';
import { FEES } from './fees.ts';
import type { LegalService } from './legal-service.ts';
import { LIMITS } from './limits.ts';
import { LITERAL } from './literal.ts';
import { PLATFORMS } from './platforms.ts';
import { TRAFFIC } from './traffic.ts';
import { TRANSACTIONS } from './transactions.ts';

export const LEGAL: readonly LegalService[] = [
  ...LIMITS,
  ...LITERAL,
  ...CHECKS,
  ...TRANSACTIONS,
  ...ANSWERS,
  ...TRAFFIC,
  ...FEES,
  ...PLATFORMS,
];
