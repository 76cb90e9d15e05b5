/** Notices that the deployment stops answering, and limits the time that is spent on answers that do not come. */

import { describeExchange, isGatewayError } from '../rule/assertions.ts';
import { now } from '../rule/clock.ts';
import { type ConversationOptions, startConversation } from '../rule/conversation.ts';
import type { Exchange } from '../rule/exchange.ts';
import { AnswersLost, DeploymentGone } from '../rule/failure.ts';
import type { HttpResult, OutgoingRequest } from '../rule/http-result.ts';
import { PAUSES, sleep } from '../rule/interruption.ts';
import { type Client, withSend } from './client/client.ts';
import { createWaitingTime } from './client/throttling.ts';
import { Recalled, type Urgency } from './client/turns.ts';
import type { RunLog } from './history/run-log.ts';
import { findDeadly, type Last } from './liveness.ts';
import type { Counterexample } from './outcome.ts';
import type { Liveness } from './run-context.ts';

/** A deployment is gone when this many baseline requests, sent over some milliseconds, got no answer, or a gateway's. */
const ATTEMPTS = 3;
/** A gateway answers 502, 503 or 504 while what is behind it restarts, which takes longer than to come back from a pause. */
const GONE_AFTER = { silent: 10_000, gateway: 24_000 } as const;
/** Answers of a gateway in a row that may be an outage; each time that they are none, it takes twice as many. */
const MANY_GATEWAY_ERRORS = 3;

/** Refused connections after each of which one request is sent again. */
const MAX_OUTAGES = 3;

/** A run spends this many milliseconds, or time limits, on a deployment that does not answer, whichever is longer. */
const SPENT = { ms: 60_000, limits: 12 } as const;
/** The shares of that time for lost answers: in the rules, and up to the end. Finding out that it is gone takes the rest. */
const SHARE = { rules: 5 / 12, end: 9 / 12 } as const;

interface WatchOptions extends Pick<ConversationOptions, 'successShape' | 'deployment'> {
  readonly client: Client;
  readonly limits: { readonly concurrency: number; readonly timeout: number };
  readonly baseline: object;
  readonly signal: AbortSignal;
  readonly log: RunLog;
}

/**
 * Returns a client that asks the baseline after a lost answer, and holds other requests back meanwhile. Where the
 * deployment is gone, its `send` throws DeploymentGone and sends nothing; after too much waiting, AnswersLost.
 */
export function watchLiveness({ client, limits, baseline, signal, log, ...options }: WatchOptions): {
  readonly client: Client;
  readonly liveness: Liveness;
} {
  const allowed = Math.max(SPENT.ms, SPENT.limits * limits.timeout);
  const waited = createWaitingTime();
  /** Requests that got no answer. */
  let lost = 0;
  let share: number = SHARE.rules;
  let gone: Last | undefined;
  let held: Promise<void> | undefined;
  let inFlight = 0;
  let whenQuiet: (() => void) | undefined;
  /** When the latest request was sent that has an answer, and not a gateway's. */
  let answeredFrom = 0;
  /** When the request of each response was sent. */
  const times = new WeakMap<HttpResult, number>();
  let hasCounted = false;
  let baselineRequest: OutgoingRequest | undefined;
  let gatewayErrors = 0;
  let manyGatewayErrors = MANY_GATEWAY_ERRORS;
  let counterexample: Promise<Counterexample> | undefined;

  const ask = async (): Promise<Last> => {
    const fresh = {
      send(request: OutgoingRequest) {
        baselineRequest = request;

        return client.send({ ...request, connection: 'new' });
      },
    };
    const { fee, transcript } = startConversation({ client: fresh, ...options });
    const exchange = await fee({ ...baseline });
    client.budget.refund(1);

    return { exchange, steps: transcript.steps };
  };
  const quiet = async () => {
    while (inFlight > 0) await new Promise<void>((go) => (whenQuiet = go));
  };
  /** Asks the baseline over new connections, with no other one open, until it has an answer or for too long. */
  const find = async () => {
    const startedAt = now();
    for (let attempt = 1; ; attempt++) {
      await sleep(PAUSES[Math.min(attempt, PAUSES.length) - 1] ?? 0, signal);
      await client.reconnect();
      const last = await ask();
      const { response } = last.exchange;
      if (!isNoAnswer(response) && !isGatewayError(last.exchange)) return;
      const limit = isNoAnswer(response) ? GONE_AFTER.silent : GONE_AFTER.gateway;
      if (attempt < ATTEMPTS || now() - startedAt < limit) continue;
      gone = last;

      return;
    }
  };
  /** Limits the connections to those that are served at the same time, if the others are served once these are closed. */
  const count = async () => {
    hasCounted = true;
    if (baselineRequest === undefined || client.budget.left <= 2 * limits.concurrency) return;
    const open = await client.sendTogether(baselineRequest, 'extra');
    if (!open.some(isNoAnswer)) return;
    const closed = await client.sendTogether(baselineRequest, 'once');
    if (!closed.some(isNoAnswer))
      await client.limitConnections(Math.max(1, open.filter((response) => !isNoAnswer(response)).length));
  };
  const examine = async (sentAt: number, isTimeout: boolean) => {
    const isFirst = isTimeout && limits.concurrency > 1 && !hasCounted;
    if (answeredFrom > sentAt && !isFirst) return;
    const startedAt = now();
    client.recall();
    await quiet();
    if (answeredFrom <= sentAt || isFirst) await find();
    if (gone === undefined && isFirst) await count();
    waited.add(startedAt, now());
  };

  /** Holds further requests back until it is known whether the deployment answers. */
  const hold = (sentAt: number, isTimeout: boolean): Promise<void> => {
    held ??= examine(sentAt, isTimeout).finally(() => {
      held = undefined;
    });

    return held;
  };

  return {
    client: withSend(client, async (request, urgency) => {
      for (let outages = 0, isAgain = false; ; ) {
        while (held !== undefined) await held;
        if (gone !== undefined) throw new DeploymentGone(describeExchange(gone.exchange));
        if (waited.ms > share * allowed) throw new AnswersLost(lost, waited.ms);
        inFlight++;
        const response = await sendUnlessRecalled(client, request, urgency).finally(() => {
          if (--inFlight === 0) whenQuiet?.();
        });
        if (response === undefined) continue;
        const sentAt = now() - response.ms;
        times.set(response, sentAt);
        if (!isNoAnswer(response)) {
          if (!isGatewayError({ response })) {
            answeredFrom = Math.max(answeredFrom, sentAt);
            gatewayErrors = 0;
          } else if (++gatewayErrors >= manyGatewayErrors) {
            await hold(sentAt, false);
            gatewayErrors = 0;
            manyGatewayErrors *= 2;
          }

          return response;
        }
        const isRefused = isRefusedConnection(response);
        waited.add(sentAt, now());
        if (!isRefused) lost++;
        // Those that wait for their turn are not to be sent any more.
        if (waited.ms > share * allowed) client.recall();
        const isTimeout = response.cause === 'timeout';
        const wasCounted = hasCounted;
        await hold(sentAt, isTimeout);
        // A request that was lost before the connections were limited may have waited for one.
        const mayRepeat = isTimeout && !wasCounted && client.connections < limits.concurrency;
        if (isRefused ? ++outages > MAX_OUTAGES : isAgain || !mayRepeat || !request.mayBeRepeated)
          return response;
        isAgain = true;
      }
    }),
    liveness: {
      get isGone() {
        return gone !== undefined;
      },
      counterexample() {
        if (gone === undefined) throw new Error('the deployment answers');
        const end = now() + Math.max(0, (SHARE.end * allowed - waited.ms) / 2);
        counterexample ??= findDeadly({
          recent: bySending(log.recent, times),
          last: gone,
          client,
          end,
          ask,
          signal,
          ...options,
        });

        return counterexample;
      },
      beginEnd() {
        share = SHARE.end;
      },
    },
  };
}

/** In the order in which they were sent: many wait for their turn before. */
function bySending(exchanges: readonly Exchange[], times: WeakMap<HttpResult, number>): readonly Exchange[] {
  const timeOf = ({ response, sentAt }: Exchange) => times.get(response) ?? sentAt;

  return exchanges.toSorted((one, other) => timeOf(one) - timeOf(other));
}

async function sendUnlessRecalled(
  client: Client,
  request: OutgoingRequest,
  urgency: Urgency | undefined,
): Promise<HttpResult | undefined> {
  try {
    return await client.send(request, urgency);
  } catch (error) {
    if (error instanceof Recalled) return undefined;
    throw error;
  }
}

type NoAnswer = Extract<HttpResult, { readonly kind: 'unanswered' }>;

/** Whether the deployment itself gave no answer; any answer, a refusal of the token too, shows that it is alive. */
function isNoAnswer(response: HttpResult): response is NoAnswer {
  if (response.kind === 'answered') return false;

  return ['timeout', 'reset', 'cut-off'].includes(response.cause) || isRefusedConnection(response);
}

function isRefusedConnection(response: HttpResult): boolean {
  return (
    response.kind === 'unanswered' && response.cause === 'unreachable' && response.detail === 'ECONNREFUSED'
  );
}
