/** Decides when a request may be sent: limits concurrency, rate and number, and pauses when throttled. */

import { now } from '../../rule/clock.ts';
import { neverInterrupted, sleep, throwIfInterrupted } from '../../rule/interruption.ts';
import { type Budget, type BudgetOptions, createBudget } from './budget.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Times in milliseconds. */
export interface SchedulerOptions extends BudgetOptions {
  readonly concurrency: number;
  /** Within which a response must arrive. */
  readonly timeout: number;
  /** Requests per second; undefined for no limit. */
  readonly rate: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Thrown for a request that was not sent, since the deployment may not answer. */
export class Recalled extends Error {}

/** The load while one request was in flight. */
export interface Load {
  /** The most requests in flight, this one included. */
  readonly peak: number;
}

/** When a request is sent: after those that wait, before them, or before them and while no other one is in flight. */
export type Turn = 'last' | 'first' | 'alone';

export interface RequestScheduler {
  readonly budget: Budget;
  /** The most requests in flight. */
  readonly concurrency: number;
  /** Rejects the requests that wait for their turn. */
  recall(): void;
  /** Lowers that number for good. */
  limitConcurrency(most: number): void;
  /** Calls `send` as soon as a request may be sent. @throws BudgetSpent, Interrupted, Recalled */
  schedule<T>(send: (load: Load) => Promise<T>, turn?: Turn): Promise<T>;
  /** Counts a further request within `send`, after a redirect, and waits for its turn. @throws BudgetSpent, Interrupted */
  spend(): Promise<void>;
  answered(ms: number, load: Load): void;
  /**
   * Returns whether the load may be the reason. Then it also pauses for the length of the timeout, in which the
   * deployment can finish the requests that it still has.
   */
  timedOut(load: Load): boolean;
  throttled(load: Load): void;
  /** Sends nothing for this long. */
  pause(ms: number): void;
}

/** A request that waits for its turn. */
interface Waiting {
  readonly go: () => void;
  readonly recall: (error: Recalled) => void;
}

export function createRequestScheduler({
  concurrency,
  timeout,
  rate,
  signal = neverInterrupted(),
  ...limits
}: SchedulerOptions): RequestScheduler {
  const budget = createBudget(limits);
  const limit = createConcurrencyLimit({ concurrency, timeout });
  /** Scheduled requests, those that wait for their turn included. */
  let active = 0;
  const inFlight = new Set<{ peak: number }>();
  const waiting: Waiting[] = [];
  /** These go before all others. */
  const waitingAlone: Waiting[] = [];
  /** Those in flight included. */
  let alone = 0;
  let nextTurn = 0;
  /** Milliseconds between two requests. */
  const interval = rate === undefined ? 0 : 1000 / rate;

  const mayGo = (turn: Turn) => (turn === 'alone' ? active === 0 : alone === 0 && active < limit.current);
  const wake = () => {
    if (alone > 0) {
      if (active === 0) waitingAlone.shift()?.go();

      return;
    }
    for (let free = limit.current - active; free > 0; free--) waiting.shift()?.go();
  };
  const holdUntil = (at: number) => {
    nextTurn = Math.max(nextTurn, at);
  };
  const spend = async () => {
    throwIfInterrupted(signal);
    const turn = Math.max(nextTurn, now());
    budget.spend(turn);
    holdUntil(turn + interval);
    const wait = turn - now();
    if (wait > 0) await sleep(wait, signal);
  };

  return {
    budget,
    concurrency,
    recall() {
      for (const { recall } of [...waitingAlone.splice(0), ...waiting.splice(0)]) recall(new Recalled());
    },
    limitConcurrency: (most) => limit.limitTo(most),
    async schedule(send, turn = 'last') {
      const isAlone = turn === 'alone';
      const load = { peak: 0 };
      let isActive = false;
      if (isAlone) alone++;
      try {
        while (!mayGo(turn))
          await new Promise<void>((go, recall) => {
            (isAlone ? waitingAlone : waiting)[turn === 'last' ? 'push' : 'unshift']({ go, recall });
          });
        active++;
        isActive = true;
        await spend();
        inFlight.add(load);
        for (const each of inFlight) each.peak = Math.max(each.peak, inFlight.size);
        return await send(load);
      } finally {
        inFlight.delete(load);
        if (isActive) active--;
        if (isAlone) alone--;
        wake();
      }
    },
    spend,
    answered(ms, { peak }) {
      limit.answered(ms, peak);
      wake();
    },
    timedOut({ peak }) {
      const isLoaded = limit.timedOut(peak);
      if (isLoaded) holdUntil(now() + timeout);

      return isLoaded;
    },
    throttled({ peak }) {
      limit.throttled(peak);
    },
    pause(ms) {
      holdUntil(now() + ms);
    },
  };
}
