/** Lists the observations: in the order of the catalogue, and by stage and group. */
import { OBSERVE_RULES } from '../../src/contract/rule-ids.ts';
import { amountBeyondCents, largestAmount, MTXIDS, TEXTS } from './limits.ts';
import type { Observation } from './observation.ts';
import { REFUSALS, unknownTransactionStatus } from './refusals.ts';
import { REQUESTS, TOKENS, TRAFFIC } from './requests.ts';
import { RESPONSES } from './responses.ts';
import { TRANSACTIONS } from './transactions.ts';

/** The observations of a group run in sequence, the groups of a stage in parallel, the stages in sequence. */
export type Stages = readonly (readonly (readonly Observation[])[])[];

/** Observations that do not affect the deployment, and that other requests do not affect. */
export const HARMLESS_STAGES: Stages = [
  [RESPONSES],
  [[unknownTransactionStatus], REQUESTS, TRANSACTIONS, [largestAmount], MTXIDS, TEXTS, [amountBeyondCents]],
];

/** Late, because the rules' exchanges may answer the first, and rate limits depend on all. */
export const LATE_STAGES: Stages = [[REFUSALS], [TRAFFIC]];

/** After everything else: the deployment may refuse all calls once it got some with wrong tokens. */
export const TOKEN_STAGES: Stages = [[TOKENS]];

const ALL = [...HARMLESS_STAGES, ...LATE_STAGES, ...TOKEN_STAGES].flat(2);

export const OBSERVATIONS: readonly Observation[] = OBSERVE_RULES.flatMap(
  (rule) => ALL.find(({ id }) => id === rule) ?? [],
);
