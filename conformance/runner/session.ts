/** Opens the connection to a deployment, runs the preflight and creates the state that all rules of the run share. */
import { addAbortListener } from 'node:events';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Observation } from '../observations/observation.ts';
import { createObservationCollector } from '../observations/observation-collector.ts';
import { createReportRedactor } from '../report/redact.ts';
import { type Conversation, startConversation } from '../rule/conversation.ts';
import type { RuleViolation } from '../rule/finding.ts';
import { Interrupted, neverInterrupted } from '../rule/interruption.ts';
import { createFreshMtxids, type Stamps } from '../rule/mtxids.ts';
import type { Rule } from '../rule/rule.ts';
import type { MerchantRole, ServiceCall } from '../rule/service-call.ts';
import { BudgetSpent, TIME_REACHED } from './client/budget.ts';
import { type Client, createClient, patienceFor, type Send } from './client/client.ts';
import { createLimiter } from './client/limiter.ts';
import { openDeployment } from './client/renewing-transport.ts';
import type { Transport } from './client/transport.ts';
import { createTurns } from './client/turns.ts';
import { createContentCheck } from './content-check.ts';
import type { Effort } from './effort.ts';
import { createRunLog, type ScriptExecution } from './history/run-log.ts';
import { LIVENESS_RULE, watchLiveness } from './liveness.ts';
import type { RuleResult } from './outcome.ts';
import { runPreflight } from './preflight/preflight.ts';
import { createRuleContext, probeTraits } from './preflight/rule-context.ts';

/** What all rules of a run share. */
export type RunnerContext = Extract<Awaited<ReturnType<typeof startRun>>, { readonly kind: 'ready' }>;

export interface SessionOptions {
  readonly deployment: Deployment;
  /** The rules whose observers see every exchange. */
  readonly rules: readonly Rule[];
  readonly observations?: readonly Observation[];
  /** Selects the rules to judge, all by default; the others are listed as not selected. */
  readonly selects?: (id: RuleId) => boolean;
  readonly effort: Effort;
  readonly seed: number;
  readonly maxRequests: number;
  /** Milliseconds after which no more requests are sent; unlimited by default. */
  readonly maxTime?: number;
  /** Requests throttled or lost that do not count; none by default. */
  readonly freeRetries?: number;
  /** The rules whose failures may be accepted, so that one must not hide another; none by default. */
  readonly goesOn?: (id: RuleId) => boolean;
  /** What sends the requests; one to the deployment by default. */
  readonly transport?: Transport;
  /** The random parts of its identifiers. */
  readonly stamps?: Stamps;
  /** Ends the run early; rules that are not judged by then are reported as such. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the result of every judged rule, and the number of requests so far. */
  readonly onJudged?: (result: RuleResult, requests: number) => void;
}

/** Disposing of the session closes its connections. */
export async function openSession(options: SessionOptions) {
  const { deployment, maxRequests, maxTime, freeRetries, signal = neverInterrupted() } = options;
  const { transport = openDeployment(deployment) } = options;
  const interruption = addAbortListener(signal, () => void transport.close());
  const limiter = createLimiter({
    ...deployment.limits,
    maxRequests,
    maxTime,
    freeRetries,
    signal,
  });
  const client = createClient(transport, deployment.url, limiter, patienceFor(maxRequests), signal);
  const close = () => {
    interruption[Symbol.dispose]();

    return transport.close();
  };
  const session = { client, [Symbol.asyncDispose]: close };
  const nothingJudged = (why: string) => ({ ...session, runContext: { kind: 'nothing', why } as const });
  try {
    return { ...session, runContext: await startRun(client, { ...options, signal }) };
  } catch (error) {
    if (error instanceof BudgetSpent)
      return nothingJudged(error.message === TIME_REACHED ? TIME_SPENT : capSpent(maxRequests));
    if (error instanceof Interrupted)
      return nothingJudged('The run was interrupted before any rule could be judged.');
    await close();
    throw error;
  }
}

/** @throws BudgetSpent, Interrupted */
async function startRun(
  client: Client,
  {
    deployment,
    rules,
    observations = [],
    effort,
    seed,
    selects = () => true,
    goesOn = () => false,
    stamps,
    onJudged,
    signal,
  }: SessionOptions & { readonly signal: AbortSignal },
) {
  const preflight = await runPreflight(client, deployment);
  if (preflight.kind !== 'found') return preflight;

  const { baseline, successShape } = preflight;
  const mtxids = createFreshMtxids(stamps);
  const collector = createObservationCollector(observations, createReportRedactor(deployment).maskSecrets);
  const log = createRunLog(deployment, rules, collector);
  for (const { transcript } of preflight.tries)
    for (const call of transcript.steps) {
      log.begin(call);
      log.add(call, transcript.steps);
    }
  const { send, liveness } = watchLiveness({
    ...{ client, limits: deployment.limits, successShape, deployment, baseline, signal, log },
  });
  const calls = { client: { send }, successShape, deployment };
  const conversation = startConversation({
    ...calls,
    freshMtxid: mtxids.forExecutionOf('identity/outlives-other-traffic'),
    onSend: log.begin,
    onCall: log.add,
  });
  const { one: first, several: second } = deployment;
  const traits = await probeTraits(conversation, preflight, {
    one: first,
    // Its first transaction is updated at the end of the run, for which `quick` has too few requests.
    several: effort.name === 'quick' ? undefined : second,
  });
  if (liveness.isGone)
    return { kind: 'broken', by: LIVENESS_RULE, counterexample: await liveness.counterexample() } as const;
  // The outcome does not say whether a sale with another message was accepted; here it is known to be.
  if (traits.saleStatus !== undefined) collector.add('observe/sale-status', [String(traits.saleStatus)]);
  const learned = {
    ...{ baseline, traits, effort, log, signal },
    isPartial: rules.some(({ id }) => !selects(id)),
    requestsLeft: () => client.budget.left,
  };
  const one = createRuleContext(deployment, deployment.one, learned);
  const several = createRuleContext(deployment, deployment.several ?? deployment.one, learned);
  const judged = new Set<RuleId>();

  return {
    kind: 'ready' as const,
    ...{ client, deployment, successShape, effort, seed, signal, log, mtxids, selects },
    /** Sends as long as the deployment answers. @throws DeploymentGone, AnswersLost */
    send,
    liveness,
    /** Whether failures of the rule may be accepted: the run then looks for all of them. */
    goesOn,
    /** What the responses show of that which the document leaves open. */
    observed: collector,
    /** For executions that may run at the same time, or that need the deployment alone. */
    lock: createTurns(),
    /** Calls that were sent to find the cause of a refusal, as JSON, and whether one of them was refused. */
    controls: new Map<string, boolean>(),
    /** Receives the result of every judged rule, and passes on the first one. */
    onJudged(result: RuleResult) {
      if (!judged.has(result.id)) onJudged?.(result, client.budget.sent);
      judged.add(result.id);
    },
    /** For each merchant, whether a 401 or 403 refuses the content of a request. */
    contentChecks: {
      one: createContentCheck(one, { ...calls, merchant: 'one' }),
      several: createContentCheck(several, { ...calls, merchant: 'several' }),
    },
    /** The context of a rule, with the test data of its merchant. */
    contextFor: (rule: Pick<Rule, 'merchant'>) => (rule.merchant === 'several' ? several : one),
    /** Choices of the deployment that the preflight has shown. */
    choices: {
      'success-status': String(preflight.status),
      ...(traits.saleStatus === undefined ? {} : { 'sale-status': String(traits.saleStatus) }),
    },
  };
}

const TIME_SPENT =
  'The time limit was reached before any rule could be judged: raise --max-time, or check why the service is so slow.';

function capSpent(maxRequests: number): string {
  return `The cap of ${maxRequests} requests was reached before any rule could be judged: raise --max-requests.`;
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
  readonly onViolation?: (violation: RuleViolation, call: ServiceCall) => void;
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
    onCall(call, steps) {
      const execution: ScriptExecution | undefined = onViolation && { id, isAlone: lock.isExclusive };
      const own = log.add(call, steps, execution);
      if (own !== undefined) onViolation?.(own, call);
    },
  });
}
