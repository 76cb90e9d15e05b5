/** Decides when a request may be sent: limits number, concurrency and rate, pauses, and halves what is in flight where calls are put off. */
import { now } from '../../rule/clock.ts';
import { neverInterrupted, sleep, throwIfInterrupted } from '../../rule/interruption.ts';
import { type Budget, type BudgetOptions, createBudget } from './budget.ts';

/** Times in milliseconds. */
export interface LimiterOptions extends BudgetOptions {
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

export interface Limiter {
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

export function createLimiter({
  concurrency,
  timeout,
  rate,
  signal = neverInterrupted(),
  ...limits
}: LimiterOptions): Limiter {
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

export interface ConcurrencyLimit {
  readonly current: number;
  /** Lowers the highest limit. */
  limitTo(most: number): void;
  /** Reports a response. `peak`: the most requests in flight meanwhile, this one included. */
  answered(ms: number, peak: number): void;
  /** Reports a request that was throttled. */
  throttled(peak: number): void;
  /** Reports a timeout. Returns whether the load of the other requests may be the reason. */
  timedOut(peak: number): boolean;
}

interface ConcurrencyOptions {
  /** The highest limit. */
  readonly concurrency: number;
  /** Milliseconds within which a response must arrive. */
  readonly timeout: number;
}

/** Shares of the timeout: a slower response lowers the limit, a faster one raises it. */
const SLOW = 0.5;
const FAST = 0.25;

/** Fast responses, for each request in flight, before the limit grows by one: twice as many after each throttling. */
const GROWTH_AFTER = { first: 5, most: 80 };

export function createConcurrencyLimit({ concurrency, timeout }: ConcurrencyOptions): ConcurrencyLimit {
  let most = concurrency;
  let current = concurrency;
  let growthAfter = GROWTH_AFTER.first;
  let hasBackedOff = false;
  let fastestAlone = Number.POSITIVE_INFINITY;
  let lastTimes: readonly number[] = [];
  /** Since the limit last changed. */
  let fastAnswers = 0;

  const setTo = (limit: number) => {
    current = Math.max(1, Math.min(most, Math.floor(limit)));
    fastAnswers = 0;
  };
  /** Halves the limit. Requests that were sent under a higher one say nothing about the current one. */
  const halve = (peak: number): boolean => {
    const isTelling = peak > 1 && peak <= current;
    if (isTelling) setTo(peak / 2);
    hasBackedOff ||= isTelling;

    return isTelling;
  };

  return {
    get current() {
      return current;
    },
    limitTo(limit) {
      most = Math.min(most, limit);
      current = Math.min(current, most);
    },
    answered(ms, peak) {
      lastTimes = [...lastTimes, ms].slice(-concurrency);
      if (peak === 1 && ms < fastestAlone) {
        fastestAlone = ms;
        // Assumes that the deployment handles one request after another, until later responses show otherwise.
        if (!hasBackedOff) setTo((SLOW * timeout) / ms);
      }
      if (ms > SLOW * timeout) halve(peak);
      if (ms > FAST * timeout || current === most) return;
      fastAnswers++;
      if (fastAnswers >= current * growthAfter) setTo(current + 1);
    },
    throttled(peak) {
      if (halve(peak)) growthAfter = Math.min(GROWTH_AFTER.most, 2 * growthAfter);
    },
    timedOut(peak) {
      const isLoaded = peak > 1 && lastTimes.some((ms) => ms > FAST * timeout);
      if (isLoaded) halve(peak);

      return isLoaded;
    },
  };
}
