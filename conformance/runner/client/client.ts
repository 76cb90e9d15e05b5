/** Sends requests to a deployment: scheduled, retried when throttled, and once more after a lost connection. */
import type { Latencies } from '../../report/report.ts';
import type { HttpResult, OutgoingRequest } from '../../rule/http-result.ts';
import { neverInterrupted, sleep, throwIfInterrupted } from '../../rule/interruption.ts';
import type { Budget } from './budget.ts';
import { createLatencyRecorder } from './latencies.ts';
import { readRateLimit } from './rate-limit-headers.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import { createRetries, isThrottled, type RetryBudget } from './retry-budget.ts';
import type { Transport } from './transport.ts';

export interface Client {
  /** @throws BudgetSpent, Interrupted */
  send(request: OutgoingRequest): Promise<HttpResult>;
  /** Rejects the requests that wait for their turn with Recalled. */
  recall(): void;
  /** Closes idle connections, so that the next requests open new ones. */
  reconnect(): Promise<void>;
  /** Sends copies at the same time, as many as the concurrency, each over its own new connection. */
  sendTogether(request: OutgoingRequest, connections: 'kept' | 'closed'): Promise<readonly HttpResult[]>;
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
  scheduler: RequestScheduler,
  retryBudget: RetryBudget,
  signal: AbortSignal = neverInterrupted(),
): Client {
  const { budget } = scheduler;
  const recorder = createLatencyRecorder();
  let connections = scheduler.concurrency;
  const throttleStatuses = new Set<number>();
  const retries = createRetries(retryBudget);

  /** Returns the result, and whether it may be an accident: a lost connection, or a timeout under load. */
  const sendOnce = (request: OutgoingRequest, isRetry: boolean) =>
    scheduler.schedule(async (load) => {
      const result = await transport.send(request, scheduler.spend);
      // The interruption closes connections, which is no result.
      throwIfInterrupted(signal);
      if (result.kind === 'unanswered') {
        recorder.addUnanswered();
        const { cause } = result;
        const isOverload = cause === 'timeout' && scheduler.timedOut(load);

        return { result, isAccident: isOverload || cause === 'reset' || cause === 'proxy' };
      }
      recorder.add(result.ms);
      if (isThrottled(result)) scheduler.throttled(load);
      else scheduler.answered(result.ms, load);

      return { result, isAccident: false };
    }, isRetry);

  const sendTwice = async (request: OutgoingRequest, isRetry: boolean): Promise<HttpResult> => {
    const { result, isAccident } = await sendOnce(request, isRetry);
    if (!isAccident || !request.mayBeRepeated) return result;
    budget.refund(1);
    const { result: again } = await sendOnce(request, isRetry);

    // The next request shows whether the deployment is gone.
    return again.kind === 'unanswered' && again.cause === 'unreachable' ? result : again;
  };

  return {
    async send(request) {
      const attempts = retries.startRequest();
      for (;;) {
        const result = await sendTwice(request, attempts.count > 0);
        if (result.kind === 'unanswered') return result;
        const limit = readRateLimit(result.headers);
        if (limit !== undefined) scheduler.obey(limit);
        if (!isThrottled(result)) {
          retries.answered();

          return result;
        }
        budget.refund(1);
        throttleStatuses.add(result.status);
        const decision = attempts.next(result, limit);
        if (decision.kind === 'give-up')
          return { kind: 'unanswered', cause: 'throttled', detail: decision.reason, ms: result.ms };
        budget.checkWait(decision.wait);
        if (retries.pausesAll) scheduler.pause(decision.wait);
        await retries.charge(sleep(decision.wait, signal));
      }
    },
    recall: scheduler.recall,
    async sendTogether(request, kind) {
      const copies = Array.from({ length: scheduler.concurrency }, () => request);
      for (const _ of copies) await scheduler.spend();
      budget.refund(copies.length);
      await transport.reconnect(connections);

      return transport.sendTogether(copies, kind);
    },
    reconnect: () => transport.reconnect(connections),
    limitConnections(count) {
      connections = count;
      scheduler.limitConcurrency(count);

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
