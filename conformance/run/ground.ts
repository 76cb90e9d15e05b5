/** What every rule of a run stands on once the preflight has found its footing. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Client } from '../client/client.ts';
import type { ContentCheck } from '../conversation.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { FreshMtxids } from '../fresh-mtxids.ts';
import type { Witness } from '../observations/witness.ts';
import type { Dialect } from '../oracle.ts';
import type { Rule } from '../rule.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Effort } from './effort.ts';
import type { Liveness } from './liveness.ts';
import type { Memory } from './memory.ts';
import type { Turns } from './turns.ts';

export interface Ground {
  readonly kind: 'ready';
  readonly client: Client;
  readonly liveness: Liveness;
  readonly deployment: Deployment;
  readonly dialect: Dialect;
  readonly effort: Effort;
  readonly seed: number;
  /** Ends the run before its time. */
  readonly signal: AbortSignal;
  readonly turns: Turns;
  /** Grows in the course of the run. */
  readonly memory: Memory;
  /** What the answers of the run tell of what the document leaves open. */
  readonly witness: Witness;
  readonly mtxids: FreshMtxids;
  /** What the deployment chose where the document is silent. */
  readonly choices: Readonly<Record<string, string>>;
  /** For each merchant, whether a 401 or 403 refuses the content of a request. */
  readonly contentChecks: Readonly<Record<'one' | 'several', ContentCheck>>;
  /** Whether failures of the rule may not count, so that one must not hide another, whatever that takes. */
  readonly goesOn: (id: RuleId) => boolean;
  /** The words for the merchant that the rule asks for. */
  readonly wordsFor: (rule: Pick<Rule, 'merchant'>) => Vocabulary;
}
