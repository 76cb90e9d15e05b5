/** How fast and how often requests may go out: one concurrency limit, one rate, one cap, one pause for all. */
import { neverInterrupted, rest, throwIfInterrupted } from './interruption.ts';

export interface PaceOptions {
  readonly concurrency: number;
  /** Requests per second; none when undefined. */
  readonly rate: number | undefined;
  readonly maxRequests: number;
  readonly signal?: AbortSignal | undefined;
}

/** Thrown instead of sending a request beyond the cap. */
export class BudgetSpent extends Error {
  readonly code = 'budget-spent';
}

export interface Pace {
  /** Runs `send` when its turn has come. @throws BudgetSpent beyond the cap, Interrupted */
  take<T>(send: () => Promise<T>): Promise<T>;
  /** Counts one more request and waits for its turn. @throws BudgetSpent beyond the cap, Interrupted */
  spend(): Promise<void>;
  /** Holds every request back for so many milliseconds, and from then on sends fewer at the same time. */
  pause(ms: number): void;
  /** Tells of an answer that asked for no pause: after a run of them, one more is sent at the same time again. */
  goOn(): void;
  readonly sent: number;
}

/** Answers, for each request that is sent at the same time, before there is one more. */
const GOOD_ANSWERS = 5;

export function createPace({
  concurrency,
  rate,
  maxRequests,
  signal = neverInterrupted(),
}: PaceOptions): Pace {
  const waiting: (() => void)[] = [];
  let places = concurrency;
  let running = 0;
  let sent = 0;
  let nextTurn = 0;
  let pausedUntil = 0;
  let good = 0;

  const spend = async () => {
    throwIfInterrupted(signal);
    if (sent >= maxRequests) throw new BudgetSpent(`the cap of ${maxRequests} requests is reached`);
    sent++;
    const turn = Math.max(nextTurn, performance.now());
    if (rate !== undefined) nextTurn = turn + 1000 / rate;
    const wait = turn - performance.now();
    if (wait > 0) await rest(wait, signal);
  };

  return {
    async take(send) {
      while (running >= places) await new Promise<void>((go) => waiting.push(go));
      running++;
      try {
        await spend();
        return await send();
      } finally {
        running--;
        if (running < places) waiting.shift()?.();
      }
    },
    spend,
    pause(ms) {
      const now = performance.now();
      // Those sent together are put off together: that is one reason to slow down, and not as many.
      if (now >= pausedUntil) places = Math.max(1, places - 1);
      good = 0;
      pausedUntil = Math.max(pausedUntil, now + ms);
      nextTurn = Math.max(nextTurn, pausedUntil);
    },
    goOn() {
      if (places === concurrency || ++good < GOOD_ANSWERS * places) return;
      good = 0;
      places++;
      waiting.shift()?.();
    },
    get sent() {
      return sent;
    },
  };
}
