/** State that all rules of a run share after the preflight. */

import type { SuccessShape } from '../../src/contract/outcome.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { ObservationCollector } from '../observations/observation-collector.ts';
import type { RuleContext } from '../rule/context.ts';
import { type ContentCheck, type Conversation, startConversation } from '../rule/conversation.ts';
import type { Exchange, MerchantRole } from '../rule/exchange.ts';
import type { Violation } from '../rule/finding.ts';
import type { FreshMtxids } from '../rule/mtxids.ts';
import type { Rule } from '../rule/rule.ts';
import type { Client, Send } from './client/client.ts';
import type { Turns } from './client/turns.ts';
import type { Effort } from './effort.ts';
import type { RunLog } from './history/run-log.ts';
import type { Counterexample, RuleResult } from './outcome.ts';

export interface RunnerContext {
  readonly kind: 'ready';
  readonly client: Client;
  /** Sends as long as the deployment answers. @throws DeploymentGone, AnswersLost */
  readonly send: Send;
  readonly liveness: Liveness;
  readonly deployment: Deployment;
  readonly successShape: SuccessShape;
  readonly effort: Effort;
  readonly seed: number;
  /** Ends the run early. */
  readonly signal: AbortSignal;
  /** For executions that may run at the same time, or that need the deployment alone. */
  readonly lock: Turns;
  /** Calls that were sent to find the cause of a refusal, as JSON, and whether the last one was refused. */
  readonly controls: Map<string, boolean>;
  /** How many updates one transaction of a merchant was seen to take, and how many were too many. */
  readonly updateLimits: Map<MerchantRole, { readonly taken: number; readonly tooMany: number }>;
  /** Grows in the course of the run. */
  readonly log: RunLog;
  /** Observes in all responses of the run what the document leaves open. */
  readonly observed: ObservationCollector;
  readonly mtxids: FreshMtxids;
  /** The observed choices of the deployment. */
  readonly choices: Readonly<Record<string, string>>;
  /** For each merchant, whether a 401 or 403 refuses the content of a request. */
  readonly contentChecks: Readonly<Record<MerchantRole, ContentCheck>>;
  /** Selects the rules to judge; the others are listed as not selected. */
  readonly selects: (id: RuleId) => boolean;
  /** Receives the first result of every judged rule. */
  readonly onJudged: (result: RuleResult) => void;
  /** Whether failures of the rule may be accepted: the run then looks for all of them. */
  readonly goesOn: (id: RuleId) => boolean;
  /** The context of a rule, with the test data of its merchant. */
  readonly contextFor: (rule: Pick<Rule, 'merchant'>) => RuleContext;
}

export interface Liveness {
  /** Whether it stopped answering for good. */
  readonly isGone: boolean;
  /** The last requests before it was gone, or the one that did it. */
  counterexample(): Promise<Counterexample>;
  /** Allows the time for lost answers that is kept for the end of the run. */
  beginEnd(): void;
}

/** The priority of requests that wait for each other: the longer chain of them is first. */
export const ONE_AFTER_ANOTHER = { rule: Number.POSITIVE_INFINITY, observations: Number.MAX_VALUE } as const;

interface Purpose {
  /** The rule or observation that sends the calls: fresh `mTxId`s are its own. */
  readonly id: RuleId;
  readonly merchant?: MerchantRole;
  /** The priority of its requests; 0 by default. */
  readonly priority?: number;
  /** What sends its requests; that of the run by default. */
  readonly send?: Send;
  /** Receives violations of that rule, which the log then does not keep. */
  readonly onViolation?: (violation: Violation, exchange: Exchange) => void;
}

/** Starts a conversation whose exchanges go into the log of the run. */
export function converse(
  { lock, successShape, deployment, contentChecks, mtxids, log, ...run }: RunnerContext,
  { id, merchant = 'one', priority = 0, send = run.send, onViolation }: Purpose,
): Conversation {
  let answered = 0;

  return startConversation({
    // Among calls of equal priority, those of a conversation that has come further go first.
    client: {
      send: (request) => send(request, { priority, second: answered }).finally(() => answered++),
    },
    ...{ successShape, deployment, merchant, contentChecks },
    freshMtxid: mtxids.forExecutionOf(id),
    onSend: log.begin,
    onExchange(exchange, steps) {
      const execution = onViolation && { id, isAlone: lock.isExclusive };
      const own = log.add(exchange, steps, execution);
      if (own !== undefined) onViolation?.(own, exchange);
    },
  });
}
