/** State that all rules of a run share after the preflight. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { ObservationCollector } from '../observations/observation-collector.ts';
import type { RuleContext } from '../rule/context.ts';
import { type ContentCheck, type Conversation, startConversation } from '../rule/conversation.ts';
import type { Exchange, MerchantRole } from '../rule/exchange.ts';
import type { Violation } from '../rule/finding.ts';
import type { FreshMtxids } from '../rule/mtxids.ts';
import type { SuccessShape } from '../rule/oracle.ts';
import type { Rule } from '../rule/rule.ts';
import type { Client } from './client/client.ts';
import type { Effort } from './effort.ts';
import type { RunLog } from './history/run-log.ts';
import type { Counterexample, RuleResult } from './outcome.ts';
import type { Reserves, RetryAllowance } from './run-limits.ts';
import type { SharedLock } from './shared-lock.ts';
import type { Slots } from './slots.ts';

export interface RunContext {
  readonly kind: 'ready';
  readonly client: Client;
  readonly liveness: Liveness;
  readonly deployment: Deployment;
  readonly successShape: SuccessShape;
  readonly effort: Effort;
  readonly seed: number;
  /** Ends the run early. */
  readonly signal: AbortSignal;
  readonly lock: SharedLock;
  /** For the requests: as many as the client sends at the same time, which has no priorities. */
  readonly slots: Slots;
  readonly reserves: Reserves;
  readonly retries: RetryAllowance;
  /** Grows in the course of the run. */
  readonly log: RunLog;
  /** What the responses of the run show about what the document leaves open. */
  readonly observed: ObservationCollector;
  readonly mtxids: FreshMtxids;
  /** What the deployment chose where the document is silent. */
  readonly choices: Readonly<Record<string, string>>;
  /** For each merchant, whether a 401 or 403 refuses the content of a request. */
  readonly contentChecks: Readonly<Record<MerchantRole, ContentCheck>>;
  /** Selects the rules to judge; the others are listed as not selected. */
  readonly selects: (id: RuleId) => boolean;
  /** Receives the first result of every judged rule. */
  readonly onJudged: (result: RuleResult) => void;
  /** Whether failures of the rule may not count, so that all of them are looked for, whatever that takes. */
  readonly goesOn: (id: RuleId) => boolean;
  /** The context of a rule, with the test data of its merchant. */
  readonly contextFor: (rule: Pick<Rule, 'merchant'>) => RuleContext;
}

export interface Liveness {
  /** The last requests before connections were refused for good; undefined as long as they are accepted. */
  readonly death: Counterexample | undefined;
}

/** The priority of requests that wait for each other. */
export const ONE_AFTER_ANOTHER = Number.POSITIVE_INFINITY;

interface Purpose {
  /** The rule or observation that sends the calls: fresh `mTxId`s are its own. */
  readonly id: RuleId;
  readonly merchant?: MerchantRole;
  /** The priority of its requests; 0 by default. */
  readonly priority?: number;
  /** Receives violations of that rule, which the log then does not keep. */
  readonly onViolation?: (violation: Violation, exchange: Exchange) => void;
}

/** Starts a conversation whose exchanges go into the log of the run. */
export function converse(
  { client, slots, lock, successShape, deployment, contentChecks, mtxids, log }: RunContext,
  { id, merchant = 'one', priority = 0, onViolation }: Purpose,
): Conversation {
  let sent = 0;

  return startConversation({
    // Of equal priority, calls go first that continue what others have begun.
    client: { send: (request) => slots(() => client.send(request), priority, sent++) },
    successShape,
    deployment,
    merchant,
    contentChecks,
    freshMtxid: mtxids.forExecutionOf(id),
    onExchange(exchange, steps) {
      const execution = onViolation && { id, isAlone: lock.isExclusive };
      const own = log.add(exchange, steps, execution);
      if (own !== undefined) onViolation?.(own, exchange);
    },
  });
}
