/** What a run may spend: a number of requests, and a time. */

export const CAP_REACHED =
  'the cap on requests was reached: raise --effort or --max-requests, or select fewer rules';
export const TIME_REACHED =
  'the time limit of the run was reached: raise --max-time, or --rate and --concurrency if they are set, or select fewer rules';

/** Thrown instead of sending a request that is beyond a limit. */
export class BudgetSpent extends Error {
  readonly code = 'budget-spent';
}

export function isLimitReached(why: string | undefined): boolean {
  return why === CAP_REACHED || why === TIME_REACHED;
}

/** Milliseconds for the end of a run that has used up its time. */
const END = 10_000;

export interface BudgetOptions {
  readonly maxRequests: number;
  /** Requests that are put off and do not count; none unless given. */
  readonly freeRetries?: number | undefined;
  /** Milliseconds from now; no limit when undefined. */
  readonly maxTime?: number | undefined;
}

export interface Budget {
  /** Counts a request that would be sent at this time of `performance.now()`. @throws BudgetSpent */
  spend(at: number): void;
  /** Asks for so many milliseconds of waiting. @throws BudgetSpent where the time limit comes first */
  afford(ms: number): void;
  /** Takes a request out of the count that the deployment put off, so that sending it again costs nothing. */
  giveBack(): void;
  /** Keeps so many of the last requests for the end of the run; 0 begins the end, which the time limit gives a moment. */
  holdBack(requests: number): void;
  /** All requests, those that were put off included. */
  readonly sent: number;
  /** Requests that may still be sent. */
  readonly left: number;
  /** Milliseconds until the time limit. */
  readonly timeLeft: number;
  /** Why a request could not be sent; undefined as long as each could. */
  readonly spent: string | undefined;
}

export function createBudget({
  maxRequests,
  freeRetries = 0,
  maxTime = Number.POSITIVE_INFINITY,
}: BudgetOptions): Budget {
  let deadline = performance.now() + maxTime;
  let heldBack = 0;
  let sent = 0;
  let givenBack = 0;
  let spent: string | undefined;
  const left = () => maxRequests - heldBack - sent + givenBack;
  const refuse = (why: string): never => {
    spent = why;
    throw new BudgetSpent(why);
  };

  return {
    spend(at) {
      if (left() <= 0) refuse(CAP_REACHED);
      if (at >= deadline) refuse(TIME_REACHED);
      sent++;
    },
    afford(ms) {
      if (performance.now() + ms >= deadline) refuse(TIME_REACHED);
    },
    giveBack() {
      if (givenBack < freeRetries) givenBack++;
    },
    holdBack(requests) {
      heldBack = requests;
      if (requests === 0) deadline = Math.max(deadline, performance.now() + END);
    },
    get sent() {
      return sent;
    },
    get left() {
      return left();
    },
    get timeLeft() {
      return deadline - performance.now();
    },
    get spent() {
      return spent;
    },
  };
}
