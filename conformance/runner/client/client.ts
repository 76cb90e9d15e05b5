/** Sends requests to a deployment: in turn, retried when throttled, once more after a lost connection, and once more alone where others were the reason of a refusal. */
import { latenciesOf } from '../../report/latencies.ts';
import type { Latencies } from '../../report/report.ts';
import { now } from '../../rule/clock.ts';
import {
  type HttpResponse,
  type HttpResult,
  isSuccessful,
  type OutgoingRequest,
} from '../../rule/http-result.ts';
import { neverInterrupted, sleep, throwIfInterrupted } from '../../rule/interruption.ts';
import type { Budget } from './budget.ts';
import type { Limiter, Load, Turn } from './limiter.ts';
import { followRedirects } from './redirects.ts';
import { createRefusedAtOnce, createThrottling, isThrottled, type Patience } from './throttling.ts';
import type { Transport } from './transport.ts';
import type { Urgency } from './turns.ts';

export interface Client {
  /** @throws BudgetSpent, Interrupted, Recalled */
  send(request: OutgoingRequest, urgency?: Urgency): Promise<HttpResult>;
  /** Rejects the requests that wait for their turn with Recalled. */
  recall(): void;
  /** Closes idle connections, so that the next requests open new ones. */
  reconnect(): Promise<void>;
  /** Sends copies at the same time, as many as the concurrency, each over its own new connection, which is closed after its answer (`once`) or after all. */
  sendTogether(request: OutgoingRequest, connection: 'extra' | 'once'): Promise<readonly HttpResult[]>;
  /** Sends over this many connections at most, one request at a time over each. */
  limitConnections(count: number): Promise<void>;
  /** The most connections that are opened. */
  readonly connections: number;
  readonly budget: Budget;
  /** The HTTP statuses of throttled requests. */
  readonly throttleStatuses: ReadonlySet<number>;
  /** Undefined before the first response. */
  readonly latencies: Latencies | undefined;
}

/** The turn of a request that was put off: before all that wait. */
const FIRST: Turn = { priority: Number.POSITIVE_INFINITY, second: Number.POSITIVE_INFINITY };

export function createClient(
  transport: Transport,
  url: URL,
  limiter: Limiter,
  patience: Patience,
  signal: AbortSignal = neverInterrupted(),
): Client {
  const { budget } = limiter;
  let connections = limiter.concurrency;
  const times: number[] = [];
  let unanswered = 0;
  const throttleStatuses = new Set<number>();
  const throttling = createThrottling(patience);
  const refusedAtOnce = createRefusedAtOnce();
  const sendToEnd = followRedirects(transport, url);

  const sendOnce = async (request: OutgoingRequest, load: Load): Promise<HttpResult> => {
    const result = await sendToEnd(request, limiter.spend);
    // The interruption closes connections, which is no result.
    throwIfInterrupted(signal);
    if (result.kind === 'unanswered') {
      unanswered++;
      // Beside others it may have waited for them.
      if (result.cause === 'timeout') limiter.throttled(load);
    } else {
      times.push(result.ms);
      if (isThrottled(result)) limiter.throttled(load);
      else limiter.answered();
    }

    return result;
  };

  /** Sends it once more where the connection was lost, which may be an accident. */
  const sendInTurn = (request: OutgoingRequest, turn: Turn) =>
    limiter.schedule(async (load) => {
      const result = await sendOnce(request, load);
      const isAccident = result.kind === 'unanswered' && ['reset', 'proxy'].includes(result.cause);
      if (!isAccident || !request.mayBeRepeated) return { result, load };
      budget.refund(1);
      await limiter.spend();
      const again = await sendOnce(request, load);
      // The next request shows whether the deployment is gone.
      const isGone = again.kind === 'unanswered' && again.cause === 'unreachable';

      const second = again.kind === 'answered' ? { ...again, isSecond: true as const } : again;

      return { result: isGone ? result : second, load };
    }, turn);

  return {
    async send(request, urgency) {
      const nextAttempt = throttling.startRequest();
      let turn: Turn = urgency ?? {};
      let refused: { readonly result: HttpResponse; readonly load: Load } | undefined;
      for (;;) {
        const { result, load } = await sendInTurn(request, turn);
        if (result.kind === 'unanswered') return result;
        if (!isThrottled(result)) {
          throttling.answered();
          if (isSuccessful(result)) refusedAtOnce.accepted(request);
          if (refused !== undefined) {
            if (refusedAtOnce.hasEnded(request, refused.result, result)) limiter.throttled(refused.load);

            return result;
          }
          if (load.peak === 1 || !refusedAtOnce.mayEnd(request, result)) return result;
          budget.refund(1);
          refused = { result, load };
          turn = 'alone';
          continue;
        }
        if (turn !== 'alone') turn = FIRST;
        budget.refund(1);
        throttleStatuses.add(result.status);
        const next = nextAttempt(result);
        if (next.kind === 'give-up')
          return { kind: 'unanswered', cause: 'throttled', detail: next.reason, ms: result.ms };
        budget.checkWait(next.wait);
        if (throttling.pausesAll) limiter.pause(next.wait);
        const startedAt = now();
        await sleep(next.wait, signal);
        throttling.waited.add(startedAt, now());
      }
    },
    recall: limiter.recall,
    async sendTogether(request, connection) {
      const copies = Array.from({ length: limiter.concurrency }, () => ({ ...request, connection }));
      for (const _ of copies) await limiter.spend();
      budget.refund(copies.length);
      await transport.reconnect(connections);
      const results = await Promise.all(copies.map((copy) => sendToEnd(copy)));
      await transport.reconnect(connections);

      return results;
    },
    reconnect: () => transport.reconnect(connections),
    limitConnections(count) {
      connections = count;
      limiter.limitConcurrency(count);

      return transport.reconnect(count);
    },
    get connections() {
      return connections;
    },
    budget,
    throttleStatuses,
    get latencies() {
      return latenciesOf(times, unanswered);
    },
  };
}

/** The same client with another `send`. */
export function withSend(client: Client, send: Client['send']): Client {
  const derived: Client = Object.create(client, { send: { value: send, enumerable: true } });

  return derived;
}
