/** What every rule of a run stands on once the preflight has found its footing. */
import type { OperationId } from '../../src/contract/types.ts';
import type { Client } from '../client/client.ts';
import type { Sighting } from '../conversation.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { FreshMtxids } from '../fresh-mtxids.ts';
import type { Witness } from '../observations/witness.ts';
import type { Dialect } from '../oracle.ts';
import type { Rule } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Effort } from './effort.ts';
import type { FeeMemory } from './fee-memory.ts';
import type { LapseMemory } from './lapse-memory.ts';
import type { StxidMemory } from './stxid-memory.ts';
import type { Turns } from './turns.ts';
import type { Watch } from './watch.ts';

export interface Ground {
  readonly kind: 'ready';
  readonly client: Client;
  readonly deployment: Deployment;
  readonly dialect: Dialect;
  readonly effort: Effort;
  readonly seed: number;
  /** Ends the run before its time. */
  readonly signal: AbortSignal;
  readonly turns: Turns;
  /** Grows in the course of the run: valid fee calls whose answers were malformed. */
  readonly suspects: Sighting[];
  /** Grows likewise: requests that got no answer. */
  readonly unanswered: { readonly operation: OperationId; readonly raw: string }[];
  readonly fees: FeeMemory;
  readonly watch: Watch;
  /** What the answers of the run tell of what the document leaves open. */
  readonly witness: Witness;
  readonly stxids: StxidMemory;
  readonly mtxids: FreshMtxids;
  readonly lapses: LapseMemory;
  /** What the deployment chose where the document is silent. */
  readonly choices: Readonly<Record<string, string>>;
  /** The words for the merchant that the rule asks for. */
  readonly wordsFor: (rule: Pick<Rule, 'merchant'>) => Vocabulary;
}
