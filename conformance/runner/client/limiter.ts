/** Decides when a request may be sent: limits number, concurrency and rate, pauses, and halves what is in flight where calls are put off. */
import { now } from '../../rule/clock.ts';
import { neverInterrupted, sleep, throwIfInterrupted } from '../../rule/interruption.ts';
import { type BudgetOptions, createBudget } from './budget.ts';
import { createTurns, type Urgency } from './turns.ts';

export interface LimiterOptions extends BudgetOptions {
  readonly concurrency: number;
  /** Requests per second; undefined for no limit. */
  readonly rate: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The load while one request was in flight. */
export interface Load {
  /** The most requests in flight, this one included. */
  readonly peak: number;
}

export type Turn = 'alone' | Partial<Urgency>;

export type Limiter = ReturnType<typeof createLimiter>;

/** Answers, for each request in flight, before one more may be in flight: twice as many after each throttling. */
const GROWTH_AFTER = { first: 5, most: 80 };

export function createLimiter({ concurrency, rate, signal = neverInterrupted(), ...limits }: LimiterOptions) {
  const budget = createBudget(limits);
  let most = concurrency;
  /** How many may be in flight now. */
  let current = concurrency;
  let growthAfter = GROWTH_AFTER.first;
  /** Since that last changed. */
  let answers = 0;
  const turns = createTurns(() => current);
  const inFlight = new Set<{ peak: number }>();
  let nextAt = 0;
  /** Milliseconds between two requests. */
  const interval = rate === undefined ? 0 : 1000 / rate;

  const setTo = (limit: number) => {
    current = Math.max(1, Math.min(most, Math.floor(limit)));
    answers = 0;
  };
  const holdUntil = (at: number) => {
    nextAt = Math.max(nextAt, at);
  };
  /** Counts a request, and waits for its turn; within `schedule` a further one, after a redirect. @throws BudgetSpent, Interrupted */
  const spend = async (): Promise<void> => {
    throwIfInterrupted(signal);
    const at = Math.max(nextAt, now());
    budget.spend(at);
    holdUntil(at + interval);
    const wait = at - now();
    if (wait > 0) await sleep(wait, signal);
  };

  return {
    budget,
    /** The most requests in flight. */
    concurrency,
    /** Rejects the requests that wait for their turn. */
    recall: turns.recall,
    spend,
    /** Lowers the concurrency for good. */
    limitConcurrency(limit: number): void {
      most = Math.min(most, limit);
      current = Math.min(current, most);
    },
    /** Calls `send` as soon as a request may be sent. @throws BudgetSpent, Interrupted, Recalled */
    schedule<T>(send: (load: Load) => Promise<T>, turn: Turn = {}): Promise<T> {
      const act = async () => {
        const load = { peak: 0 };
        await spend();
        inFlight.add(load);
        for (const each of inFlight) each.peak = Math.max(each.peak, inFlight.size);
        try {
          return await send(load);
        } finally {
          inFlight.delete(load);
        }
      };

      return turn === 'alone' ? turns.exclusive(act) : turns.shared(act, turn);
    },
    answered(): void {
      if (current < most && ++answers >= current * growthAfter) setTo(current + 1);
    },
    throttled({ peak }: Load): void {
      // A request that was sent when more were allowed says nothing about the current limit.
      if (peak === 1 || peak > current) return;
      setTo(peak / 2);
      growthAfter = Math.min(GROWTH_AFTER.most, 2 * growthAfter);
    },
    /** Sends nothing for this long, in milliseconds. */
    pause(ms: number): void {
      holdUntil(now() + ms);
    },
  };
}
