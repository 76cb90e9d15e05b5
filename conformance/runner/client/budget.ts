/** Counts requests and time against the limits of a run. Times in milliseconds. */
import { now } from '../../rule/clock.ts';

export const CAP_REACHED =
  'the cap on requests was reached: raise --effort or --max-requests, or select fewer rules';
export const TIME_REACHED =
  'the time limit of the run was reached: raise --max-time, or --rate and --concurrency if they are set, or select fewer rules';

/** Thrown instead of sending a request beyond a limit. */
export class BudgetSpent extends Error {
  readonly code = 'budget-spent';
}

export function isLimitReached(reason: string | undefined): boolean {
  return reason === CAP_REACHED || reason === TIME_REACHED;
}

/** Time for the last checks of a run that has reached its time limit. */
const FINAL_TIME = 10_000;

export interface BudgetOptions {
  readonly maxRequests: number;
  /** Requests that may be refunded; none by default. */
  readonly freeRetries?: number | undefined;
  /** From now on; unlimited by default. */
  readonly maxTime?: number | undefined;
}

export interface Budget {
  /** Counts a request to be sent at this time of `performance.now()`. @throws BudgetSpent */
  spend(at: number): void;
  /** @throws BudgetSpent where the time limit comes before the end of this wait */
  checkWait(ms: number): void;
  /** Refunds requests that were throttled, lost, or sent to confirm a failure that may not count. */
  refund(requests: number): void;
  /** Keeps the last requests for the end of the run; 0 starts the end, which gets extra time. */
  reserve(requests: number): void;
  /** All requests, throttled ones included. */
  readonly sent: number;
  /** Requests that may still be sent. */
  readonly left: number;
  /** Time left. */
  readonly timeLeft: number;
  /** The limit that stopped a request, as a sentence; undefined where none did. */
  readonly limitReached: string | undefined;
}

export function createBudget({
  maxRequests,
  freeRetries = 0,
  maxTime = Number.POSITIVE_INFINITY,
}: BudgetOptions): Budget {
  let deadline = now() + maxTime;
  let reserved = 0;
  let sent = 0;
  let refunded = 0;
  let limitReached: string | undefined;
  const left = () => maxRequests - reserved - sent + refunded;
  const refuse = (reason: string): never => {
    limitReached = reason;
    throw new BudgetSpent(reason);
  };

  return {
    spend(at) {
      if (left() <= 0) refuse(CAP_REACHED);
      if (at >= deadline) refuse(TIME_REACHED);
      sent++;
    },
    checkWait(ms) {
      if (now() + ms >= deadline) refuse(TIME_REACHED);
    },
    refund(requests) {
      refunded = Math.min(freeRetries, refunded + requests);
    },
    reserve(requests) {
      reserved = requests;
      if (requests === 0) deadline = Math.max(deadline, now() + FINAL_TIME);
    },
    get sent() {
      return sent;
    },
    get left() {
      return left();
    },
    get timeLeft() {
      return deadline - now();
    },
    get limitReached() {
      return limitReached;
    },
  };
}
