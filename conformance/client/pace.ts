/** How fast requests may go out: one concurrency limit, one rate, one budget and one pause for all. */
import { createBudget } from './budget.ts';
import { createCrowding } from './crowding.ts';
import { neverInterrupted, rest, throwIfInterrupted } from './interruption.ts';
import { createLearnedRate } from './learned-rate.ts';
import type { Quota } from './quota.ts';

export interface PaceOptions {
  readonly concurrency: number;
  /** Milliseconds within which an answer has to come. */
  readonly timeout: number;
  /** Requests per second; none when undefined. */
  readonly rate: number | undefined;
  readonly maxRequests: number;
  /** Requests that are put off and do not count; none unless given. */
  readonly freeRetries?: number | undefined;
  /** Milliseconds for the whole run; no limit when undefined. */
  readonly maxTime?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The requests that are under way together. */
interface Company {
  /** The most of them at any time while one of them was under way, that one included. */
  readonly most: number;
}

export interface Pace {
  /** Runs `send` when its turn has come; one that is asked again goes first. @throws BudgetSpent, Interrupted */
  take<T>(send: (company: Company) => Promise<T>, isAgain?: boolean): Promise<T>;
  /** Counts one more request and waits for its turn. @throws BudgetSpent, Interrupted */
  spend(): Promise<void>;
  /** Reports an answer and its milliseconds, so that late answers lead to fewer requests at the same time. */
  answered(ms: number, company: Company): void;
  /**
   * Reports a request that was not answered in time. Where other requests may be the reason, holds all of them back for
   * the time limit, in which the deployment answers those that it still has, and returns true.
   */
  timedOut(company: Company): boolean;
  /** Tells of a request that was put off. */
  putOff(): void;
  /** Asks for so many milliseconds of waiting. @throws BudgetSpent where the time limit comes first */
  afford(ms: number): void;
  /** Holds every request back for so many milliseconds, and from then on sends fewer at the same time. */
  pause(ms: number): void;
  /** Tells of an answer that asked for no pause: after a run of them, one more is sent at the same time again. */
  goOn(): void;
  /** Keeps to the rate limit that the headers of an answer tell of. */
  keepTo(quota: Quota): void;
  /** Keeps so many of the last requests for the end of the run; 0 begins the end. */
  holdBack(requests: number): void;
  readonly sent: number;
  /** Requests that may still be sent. */
  readonly left: number;
  /** Why a request could not be sent any more; undefined as long as each could. */
  readonly spent: string | undefined;
}

/** Answers, for each request that is sent at the same time, before there is one more. */
const GOOD_ANSWERS = 5;

/** Milliseconds that a limit is waited for; what is left of one that takes longer is spread over its time. */
const LONGEST_HOLD = 10_000;

export function createPace({
  concurrency,
  timeout,
  rate,
  maxRequests,
  freeRetries,
  maxTime,
  signal = neverInterrupted(),
}: PaceOptions): Pace {
  const budget = createBudget({ maxRequests, freeRetries, maxTime });
  const learned = createLearnedRate();
  const crowding = createCrowding({ concurrency, timeout });
  const active = new Set<{ most: number }>();
  const waiting: (() => void)[] = [];
  let places = concurrency;
  let nextTurn = 0;
  let pausedUntil = 0;
  let good = 0;
  /** What the headers said first; where they never say anything else, they are a fixed text. */
  let firstRemaining: number | undefined;
  let hasCounted = false;
  /** Requests per second, where the deployment tells of a limit that takes longer than is waited for. */
  let spread: number | undefined;

  const spacing = () => {
    const rates = [rate, learned.rate, spread].filter((known) => known !== undefined);

    return rates.length === 0 ? 0 : 1000 / Math.min(...rates);
  };
  const allowed = () => Math.min(places, crowding.places);
  const wake = () => {
    for (let free = allowed() - active.size; free > 0; free--) waiting.shift()?.();
  };
  const spend = async () => {
    throwIfInterrupted(signal);
    const turn = Math.max(nextTurn, performance.now());
    budget.spend(turn);
    nextTurn = Math.max(nextTurn, turn + spacing());
    const wait = turn - performance.now();
    if (wait > 0) await rest(wait, signal);
  };

  return {
    async take(send, isAgain = false) {
      while (active.size >= allowed())
        await new Promise<void>((go) => (isAgain ? waiting.unshift(go) : waiting.push(go)));
      const company = { most: 0 };
      active.add(company);
      try {
        await spend();
        for (const each of active) each.most = Math.max(each.most, active.size);
        return await send(company);
      } finally {
        active.delete(company);
        wake();
      }
    },
    spend,
    answered(ms, { most }) {
      crowding.answered(ms, most);
      wake();
    },
    timedOut({ most }) {
      const isCrowded = crowding.timedOut(most);
      if (isCrowded) nextTurn = Math.max(nextTurn, performance.now() + timeout);

      return isCrowded;
    },
    putOff: budget.giveBack,
    afford: budget.afford,
    pause(ms) {
      const now = performance.now();
      // Those sent together are put off together: that is one reason to slow down, and not as many.
      if (now >= pausedUntil) {
        places = Math.max(1, places - 1);
        if (ms > SHORTEST_LIMIT) learned.putOff(now);
      }
      good = 0;
      pausedUntil = Math.max(pausedUntil, now + ms);
      nextTurn = Math.max(nextTurn, pausedUntil);
    },
    goOn() {
      learned.answered();
      if (places === concurrency || ++good < GOOD_ANSWERS * places) return;
      good = 0;
      places++;
      wake();
    },
    keepTo({ remaining, resetIn }) {
      firstRemaining ??= remaining;
      hasCounted ||= remaining !== firstRemaining;
      if (!hasCounted) return;
      const isLong = resetIn > LONGEST_HOLD;
      const isScarce = remaining > 0 && remaining < budget.left && resetIn < budget.timeLeft;
      spread = isLong && isScarce ? (remaining * 1000) / resetIn : undefined;
      // Those that are under way use up what remains.
      if (!isLong && remaining < active.size) nextTurn = Math.max(nextTurn, performance.now() + resetIn);
    },
    holdBack: budget.holdBack,
    get sent() {
      return budget.sent;
    },
    get left() {
      return budget.left;
    },
    get spent() {
      return budget.spent;
    },
  };
}

/** Milliseconds: who asks for no longer a pause has no limit by time. */
const SHORTEST_LIMIT = 50;
