/** Notices that the deployment stops answering, and checks between and after the rules that it still answers. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { describeExchange, isGatewayError } from '../rule/assertions.ts';
import { type ConversationOptions, startConversation } from '../rule/conversation.ts';
import type { Exchange } from '../rule/exchange.ts';
import { DeploymentGone, NotAnswering } from '../rule/failure.ts';
import type { History } from '../rule/history.ts';
import type { HttpResult } from '../rule/http-result.ts';
import { INTERRUPTED, Interrupted, sleep } from '../rule/interruption.ts';
import { isDocumented } from '../rule/request-variant.ts';
import { BudgetSpent } from './client/budget.ts';
import { type Client, withSend } from './client/client.ts';
import type { RunLog } from './history/run-log.ts';
import { type Counterexample, PRICED_EARLIER } from './outcome.ts';
import { converse, type Liveness, type RunContext } from './run-context.ts';

/** The rule that fails where the deployment stops answering. */
export const LIVENESS_RULE: RuleId = 'robustness/survives-malformed-input';

/** Milliseconds between two baseline requests: five seconds in all, in which a supervisor restarts a process. */
const WAITS = [200, 400, 900, 1500, 2000] as const;

/** Outages that one request waits for. After more of them, its result is the refused connection. */
const MAX_OUTAGES = 3;

interface WatchOptions extends Pick<ConversationOptions, 'successShape' | 'deployment'> {
  readonly client: Client;
  readonly baseline: object;
  readonly signal: AbortSignal;
  readonly log: RunLog;
}

/**
 * Returns a client that holds requests back while connections are refused. If that lasts, its `send` throws
 * DeploymentGone and sends nothing.
 */
export function watchLiveness({ client, baseline, signal, log, ...options }: WatchOptions): {
  readonly client: Client;
  readonly liveness: Liveness;
} {
  let death: Counterexample | undefined;
  let outage: Promise<void> | undefined;

  const waitForReturn = async () => {
    for (const [index, ms] of WAITS.entries()) {
      await sleep(ms, signal);
      const { fee, transcript } = startConversation({ client, ...options });
      const exchange = await fee({ ...baseline });
      if (!isRefusedConnection(exchange.response)) return;
      if (index === WAITS.length - 1)
        death = counterexampleOf(log.recent, log.history, exchange, transcript.steps);
    }
  };

  return {
    client: withSend(client, async (request) => {
      for (let outages = 0; ; outages++) {
        await outage;
        if (death !== undefined) throw new DeploymentGone(death.got);
        const response = await client.send(request);
        if (!isRefusedConnection(response) || outages === MAX_OUTAGES) return response;
        outage ??= waitForReturn().finally(() => {
          outage = undefined;
        });
      }
    }),
    liveness: {
      get death() {
        return death;
      },
    },
  };
}

function isRefusedConnection(response: HttpResult): boolean {
  return (
    response.kind === 'unanswered' && response.cause === 'unreachable' && response.detail === 'ECONNREFUSED'
  );
}

/** Requests shown before the baseline request, unless more were lost. */
const MAX_SHOWN = 8;

/**
 * Shows the lost requests, one of which is likely the cause, and answered ones before them. A lost request that was
 * answered earlier in the run is shown only if there is no other suspect.
 */
function counterexampleOf(
  recent: readonly Exchange[],
  { repetitionsOf }: History,
  exchange: Exchange,
  steps: readonly Exchange[],
): Counterexample {
  const isLost = ({ response }: Exchange) => response.kind === 'unanswered';
  const allLost = recent.filter(isLost);
  const suspects = allLost.filter((one) => !isDocumented(one.variant) || repetitionsOf(one).every(isLost));
  const lost = suspects.length === 0 ? allLost : suspects;
  const answered = recent.filter((one) => !isLost(one)).slice(Math.min(-1, lost.length - MAX_SHOWN));
  const last = recent.filter((one) => lost.includes(one) || answered.includes(one));
  const calls = last.map(({ operation, merchant, variant, body }) => ({
    operation,
    merchant,
    variant,
    body: { raw: body },
  }));

  return {
    // A case of the liveness rule.
    value: { calls },
    expected: PRICED_EARLIER,
    got: describeExchange(exchange),
    transcript: { steps: [...last, ...steps], freshMtxids: new Map() },
  };
}

/** Lost requests after which should rules and observations are skipped, since they would only time out. */
const MAX_UNANSWERED = 20;

/** Refusals of the baseline in a row after which the deployment refuses everything. */
const MAX_REFUSALS = 3;

/** Why the should rules and observations cannot be judged; undefined where the baseline is still accepted. */
export async function whyUnavailable(runContext: RunContext): Promise<string | undefined> {
  const { unanswered } = runContext.log.history;
  if (unanswered > MAX_UNANSWERED)
    return `${unanswered} requests of the must rules got no answer: no more of the kind are sent`;
  const { baseline } = runContext.contextFor({});
  const { fee } = converse(runContext, { id: LIVENESS_RULE });
  let got = '';
  try {
    for (let refusals = 0; refusals < MAX_REFUSALS; refusals++) {
      const exchange = await fee({ ...baseline });
      if (isPriced(exchange)) return undefined;
      got = describeExchange(exchange);
    }
  } catch (error) {
    if (error instanceof BudgetSpent) return error.message;
    if (error instanceof Interrupted) return INTERRUPTED;
    if (error instanceof NotAnswering) return `it stopped answering: ${error.message}`;
    throw error;
  }

  return `a valid fee call, priced before, is not any more: ${got}`;
}

/** The state of the deployment at the end of the run. */
export type FinalState =
  /** It answers, or refuses in a way that the document leaves open, such as a rate limit. */
  | { readonly kind: 'answers' }
  | { readonly kind: 'stopped'; readonly counterexample: Counterexample }
  /** A gateway answers in its place, or the network fails; one sentence. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Timeouts of the last baseline request that are waited for. */
const MAX_TIMEOUTS = 2;

/** Sends the baseline once more, unless the last call was just that; repeatedly for as long as a short outage takes. */
export async function checkLiveness(runContext: RunContext): Promise<FinalState> {
  const { deployment, log, liveness, signal } = runContext;
  const last = [...log.recent];
  const { hasSentInventedToken } = log;
  const { baseline } = runContext.contextFor({});
  if (endsWithFee(last, baseline)) return { kind: 'answers' };
  let timeouts = 0;
  let why: string | undefined;
  try {
    for (const ms of [...WAITS, 0]) {
      const { fee, transcript } = converse(runContext, { id: LIVENESS_RULE });
      const exchange = await fee({ ...baseline });
      const state = stateShownBy(exchange);
      if (state === 'answers') return { kind: 'answers' };
      why = `At the end of the run ${deployment.url.origin} gave no fee for a valid call that it had accepted: ${describeExchange(exchange)}.`;
      const isTimeout = exchange.response.kind === 'unanswered' && exchange.response.cause === 'timeout';
      if (ms > 0 && !(isTimeout && ++timeouts === MAX_TIMEOUTS)) {
        await sleep(ms, signal);
        continue;
      }
      if (state === 'unknown' || (exchange.response.kind === 'unanswered' && hasSentInventedToken))
        return { kind: 'unknown', why };

      return {
        kind: 'stopped',
        counterexample: counterexampleOf(last, log.history, exchange, transcript.steps),
      };
    }
  } catch (error) {
    if (error instanceof DeploymentGone && liveness.death !== undefined)
      return { kind: 'stopped', counterexample: liveness.death };
    const isCutShort = [BudgetSpent, Interrupted, NotAnswering].some((kind) => error instanceof kind);
    if (!isCutShort) throw error;
  }
  // The cap left too few requests to wait out an outage.
  if (why !== undefined && !signal.aborted) return { kind: 'unknown', why };

  return { kind: 'answers' };
}

/** Whether the last call was the baseline, sent after all others had ended, and got its fee. */
function endsWithFee(exchanges: readonly Exchange[], baseline: object): boolean {
  const latest = exchanges.at(-1);
  if (latest?.merchant !== 'one' || !isPriced(latest) || latest.body !== JSON.stringify(baseline))
    return false;

  return (
    isDocumented(latest.variant) &&
    exchanges.every((one) => one === latest || one.endedAt <= latest.startedAt)
  );
}

function stateShownBy(exchange: Exchange): FinalState['kind'] {
  const { response } = exchange;
  if (isPriced(exchange)) return 'answers';
  if (response.kind === 'answered') {
    if (isGatewayError(exchange)) return 'unknown';

    return response.status >= 500 ? 'stopped' : 'answers';
  }
  switch (response.cause) {
    case 'reset':
    case 'cut-off':
    case 'not-http':
      return 'stopped';
    case 'unreachable':
    // The rule on the time limit judges this if it is selected.
    case 'timeout':
      return 'unknown';
    // A proxy, a rate limit or a login page says nothing about the deployment.
    case 'proxy':
    case 'throttled':
    case 'redirected-away':
    case 'too-large':
      return 'answers';
  }
}

function isPriced({ classification }: Exchange): boolean {
  return classification.kind === 'accepted' || classification.kind === 'unclear';
}
