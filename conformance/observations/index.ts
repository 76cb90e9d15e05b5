/** Lists the observations by stage and group, in the order of the report. */
import { amountBeyondCents, largestAmount } from './amounts.ts';
import { MTXIDS } from './mtxids.ts';
import type { Observation } from './observation.ts';
import { REFUSALS } from './refusals.ts';
import { REQUESTS } from './requests.ts';
import { RESPONSES } from './responses.ts';
import { TEXTS } from './texts.ts';
import { TOKENS } from './tokens.ts';
import { TRAFFIC } from './traffic.ts';
import { TRANSACTIONS } from './transactions.ts';

/**
 * The observations of a group run in sequence, the groups of a stage in parallel, the stages in sequence. The
 * groups that need many requests come last; unusual tokens may lock the suite out; rate limiting depends on all requests.
 */
export const STAGES: readonly (readonly (readonly Observation[])[])[] = [
  [RESPONSES],
  [REFUSALS, REQUESTS, TRANSACTIONS, [largestAmount], MTXIDS, TEXTS, [amountBeyondCents]],
  [TOKENS],
  [TRAFFIC],
];

export const OBSERVATIONS: readonly Observation[] = STAGES.flat(2);
