/** Sends requests to a deployment: scheduled, retried when throttled, once more after a lost connection, and once more alone where others were the reason of a refusal. */
import type { Latencies } from '../../report/report.ts';
import {
  type HttpResponse,
  type HttpResult,
  isSuccessful,
  type OutgoingRequest,
} from '../../rule/http-result.ts';
import { neverInterrupted, sleep, throwIfInterrupted } from '../../rule/interruption.ts';
import { type Budget, createRetries, isThrottled, type RetryBudget } from './budget.ts';
import { createLatencyRecorder } from './latencies.ts';
import type { Limiter, Load, Turn } from './limiter.ts';
import { followRedirects } from './redirects.ts';
import { createRefusedAtOnce } from './refused-at-once.ts';
import type { Transport } from './transport.ts';

export interface Client {
  /** @throws BudgetSpent, Interrupted */
  send(request: OutgoingRequest): Promise<HttpResult>;
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

export function createClient(
  transport: Transport,
  url: URL,
  limiter: Limiter,
  retryBudget: RetryBudget,
  signal: AbortSignal = neverInterrupted(),
): Client {
  const { budget } = limiter;
  const recorder = createLatencyRecorder();
  let connections = limiter.concurrency;
  const throttleStatuses = new Set<number>();
  const retries = createRetries(retryBudget);
  const refusedAtOnce = createRefusedAtOnce();
  const sendToEnd = followRedirects(transport, url);

  /** Returns the result, the load, and whether it may be an accident: a lost connection, or a timeout under load. */
  const sendOnce = (request: OutgoingRequest, turn: Turn) =>
    limiter.schedule(async (load) => {
      const result = await sendToEnd(request, limiter.spend);
      // The interruption closes connections, which is no result.
      throwIfInterrupted(signal);
      if (result.kind === 'unanswered') {
        recorder.addUnanswered();
        const { cause } = result;
        const isOverload = cause === 'timeout' && limiter.timedOut(load);

        return { result, load, isAccident: isOverload || cause === 'reset' || cause === 'proxy' };
      }
      recorder.add(result.ms);
      if (isThrottled(result)) limiter.throttled(load);
      else limiter.answered(result.ms, load);

      return { result, load, isAccident: false };
    }, turn);

  const sendTwice = async (request: OutgoingRequest, turn: Turn) => {
    const first = await sendOnce(request, turn);
    if (!first.isAccident || !request.mayBeRepeated) return first;
    budget.refund(1);
    const again = await sendOnce(request, turn);

    // The next request shows whether the deployment is gone.
    return again.result.kind === 'unanswered' && again.result.cause === 'unreachable' ? first : again;
  };

  return {
    async send(request) {
      const attempts = retries.startRequest();
      let turn: Turn = 'last';
      let refused: { readonly result: HttpResponse; readonly load: Load } | undefined;
      for (;;) {
        const { result, load } = await sendTwice(request, turn);
        if (result.kind === 'unanswered') return result;
        if (!isThrottled(result)) {
          retries.answered();
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
        if (turn === 'last') turn = 'first';
        budget.refund(1);
        throttleStatuses.add(result.status);
        const decision = attempts.next(result);
        if (decision.kind === 'give-up')
          return { kind: 'unanswered', cause: 'throttled', detail: decision.reason, ms: result.ms };
        budget.checkWait(decision.wait);
        if (retries.pausesAll) limiter.pause(decision.wait);
        await retries.charge(sleep(decision.wait, signal));
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
      return recorder.read();
    },
  };
}

/** The same client with another `send`. */
export function withSend(client: Client, send: Client['send']): Client {
  const derived: Client = Object.create(client, { send: { value: send, enumerable: true } });

  return derived;
}
