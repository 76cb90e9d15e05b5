/** Counts requests and time against the limits of a run. Times in milliseconds. */
import { now } from '../../rule/clock.ts';

/** @param cap in requests */
export function capReached(cap: number | string): string {
  return `the cap of ${cap} requests was reached: raise --effort or --max-requests, or select fewer rules`;
}

const CAP_REACHED = new RegExp(`^${capReached(String.raw`\d+`)}$`);
export const TIME_REACHED =
  'the time limit of the run was reached: raise --max-time, or --rate and --concurrency if they are set, or select fewer rules';

/** Thrown instead of sending a request beyond a limit. */
export class BudgetSpent extends Error {
  readonly code = 'budget-spent';
}

export function isLimitReached(reason: string | undefined): boolean {
  return reason !== undefined && (reason === TIME_REACHED || CAP_REACHED.test(reason));
}

export interface BudgetOptions {
  /** The cap on what a run plans to send. */
  readonly maxRequests: number;
  /** Requests beyond the cap, for what cannot be planned; none by default. */
  readonly freeRetries?: number | undefined;
  /** From now on; unlimited by default. */
  readonly maxTime?: number | undefined;
}

/** As a share of the cap, and at least so many requests where the cap is large, or small. */
const KEPT = {
  /** The should rules and the observations, while random scripts run. */
  'other-rules': { share: 0.1, large: 0, small: 0 },
  /** Repeating late violations, calls with wrong tokens, and the end. */
  'late-violations': { share: 0.08, large: 40, small: 10 },
  /** The rules over all requests, and the last baseline request. */
  end: { share: 0, large: 12, small: 6 },
  nothing: { share: 0, large: 0, small: 0 },
} as const;
const LARGE = 500;

/** Time for the last checks of a run that has reached its time limit. */
const FINAL_TIME = 10_000;

/** All failures share this part of the cap, and each may use a fraction of what is left: the first ones are examined thoroughly. */
const CONFIRMING = { share: 0.3, ofOne: 1 / 8, least: 8 } as const;

export function createBudget({
  maxRequests,
  freeRetries = 0,
  maxTime = Number.POSITIVE_INFINITY,
}: BudgetOptions) {
  let deadline = now() + maxTime;
  let [kept, sent, refunded] = [0, 0, 0];
  let confirming = CONFIRMING.share * maxRequests;
  /** What the confirmation in progress has sent; undefined where there is none. */
  let unrefunded: number | undefined;
  let limitReached: string | undefined;
  const left = () => maxRequests - kept - sent + (unrefunded ?? 0) + refunded;
  /** Many failures leave a small cap to the scripts of the rules, and are confirmed beyond it. */
  const isBeyondAlone = () => freeRetries > 0 && maxRequests < LARGE && confirming <= 0;
  /** What it may send does not wait for its refund. */
  const leftToConfirm = (soFar: number) => freeRetries - refunded - soFar + (isBeyondAlone() ? 0 : left());
  const refuse = (reason: string): never => {
    limitReached = reason;
    throw new BudgetSpent(reason);
  };
  /** Takes requests from those beyond the cap: of calls that were put off or lost, or that may not count. */
  const refund = (requests: number): void => {
    refunded = Math.min(freeRetries, refunded + requests);
  };
  const confirmed = (requests: number): void => {
    confirming -= requests;
    refund(requests);
  };
  /** @throws BudgetSpent where the time limit comes before that time of `performance.now()` */
  const checkTime = (at: number): void => {
    if (at >= deadline) refuse(TIME_REACHED);
  };

  return {
    checkTime,
    refund,
    /** Counts a request to be sent at this time of `performance.now()`. @throws BudgetSpent */
    spend(at: number): void {
      if ((unrefunded === undefined ? left() : leftToConfirm(unrefunded)) <= 0)
        refuse(capReached(maxRequests));
      checkTime(at);
      sent++;
      if (unrefunded !== undefined) unrefunded++;
    },
    /** Refunds requests that confirm or explain a failure. */
    confirmed,
    /** Sends such requests, with the deployment alone, and refunds them. @param requestsOf what was sent */
    async confirm<T>(send: () => Promise<T>, requestsOf: (sent: T) => number): Promise<T> {
      unrefunded = 0;
      try {
        const sent = await send();
        confirmed(requestsOf(sent));

        return sent;
      } finally {
        unrefunded = undefined;
      }
    },
    /** Requests to confirm the next failure; enough to repeat it even when all are used up. */
    get forFailure(): number {
      return Math.max(CONFIRMING.least, Math.floor(confirming * CONFIRMING.ofOne));
    },
    /** Whether all are used up: the run then no longer looks for failures that others may hide. */
    get isConfirmingOver(): boolean {
      return isBeyondAlone() ? refunded >= freeRetries : confirming <= 0;
    },
    /** Keeps requests for this later part; `nothing` starts the end, which gets extra time. */
    keepFor(part: keyof typeof KEPT): void {
      const { share, large, small } = KEPT[part];
      kept = Math.max(Math.round(share * maxRequests), maxRequests < LARGE ? small : large);
      if (part === 'nothing') deadline = Math.max(deadline, now() + FINAL_TIME);
    },
    /** All requests, those beyond the cap included. */
    get sent(): number {
      return sent;
    },
    /** Requests that may still be sent. */
    get left(): number {
      return left();
    },
    /** The limit that stopped a request, as a sentence; undefined where none did. */
    get limitReached(): string | undefined {
      return limitReached;
    },
  };
}
