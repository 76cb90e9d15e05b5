/** Counts requests and time against the limits of a run, and the waits for a deployment that throttles. Times in milliseconds. */
import { clock, now } from '../../rule/clock.ts';
import { type HttpResponse, isSuccessful } from '../../rule/http-result.ts';

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
      if (left() <= 0) refuse(capReached(maxRequests));
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

export interface RetryBudget {
  /** For one request, and for a period in which every request is throttled. */
  readonly each: number;
  /** For the whole run. Requests that wait at the same time count once. */
  readonly all: number;
}

const MIN_BUDGET = 30_000;
const BUDGET_PER_REQUEST = 40;

export function retryBudgetFor(maxRequests: number): RetryBudget {
  return { each: 30_000, all: Math.max(MIN_BUDGET, maxRequests * BUDGET_PER_REQUEST) };
}

export function isThrottled(response: HttpResponse): boolean {
  return (
    response.status === 429 || (!isSuccessful(response) && response.headers['retry-after'] !== undefined)
  );
}

type RetryDecision =
  | { readonly kind: 'retry'; readonly wait: number }
  | { readonly kind: 'give-up'; readonly reason: string };

/** The throttled attempts of one request. */
interface ThrottledAttempts {
  readonly count: number;
  /** Decides on the next attempt after a throttled one. */
  next(response: HttpResponse): RetryDecision;
}

export interface Retries {
  startRequest(): ThrottledAttempts;
  /** Reports a response that was not throttled. */
  answered(): void;
  /** Whether all requests should wait for a throttled one. Later in the run, each waits for itself. */
  readonly pausesAll: boolean;
  /** Charges the budget for as long as this wait takes. */
  charge(wait: Promise<void>): Promise<void>;
}

const MAX_RETRIES = 12;
/** Retries while other requests succeed: then it is this request that the deployment refuses. */
const MAX_RETRIES_ALONE = 5;
const MAX_WAIT = 10_000;
const MIN_WAIT = 50;
/** The part of the budget in which one throttled request pauses all. */
const SHARED_PART = 0.25;

export function createRetries({ each, all }: RetryBudget): Retries {
  let waiting = 0;
  let waitingSince = 0;
  let waited = 0;
  const totalWaited = () => (waiting === 0 ? waited : waited + now() - waitingSince);
  let answers = 0;
  /** Since when every request has been throttled. */
  let throttledSince: number | undefined;

  return {
    startRequest() {
      let count = 0;
      let countAlone = 0;
      let answersBefore = answers;
      let ownWait = 0;

      return {
        get count() {
          return count;
        },
        next(response) {
          throttledSince ??= now();
          const wereOthersAnswered = answers > answersBefore;
          if (wereOthersAnswered) countAlone++;
          answersBefore = answers;
          const wait = waitFor(response, wereOthersAnswered ? 0 : count);
          ownWait += wait;
          count++;
          const { status } = response;
          if (wait > MAX_WAIT)
            return {
              kind: 'give-up',
              reason: `status ${status} with a Retry-After of ${seconds(wait)}, and no more than ${seconds(MAX_WAIT)} are waited for`,
            };
          const again = `status ${status} again and again`;
          if (totalWaited() > all)
            return { kind: 'give-up', reason: `${again}, and the run has waited long enough` };
          if (countAlone > MAX_RETRIES_ALONE)
            return { kind: 'give-up', reason: `${again}, while other requests were answered` };
          if (count > MAX_RETRIES || ownWait > each || now() - throttledSince > each)
            return { kind: 'give-up', reason: again };

          return { kind: 'retry', wait };
        },
      };
    },
    answered() {
      throttledSince = undefined;
      answers++;
    },
    get pausesAll() {
      return totalWaited() < all * SHARED_PART;
    },
    async charge(wait) {
      if (waiting++ === 0) waitingSince = now();
      await wait;
      if (waiting === 1) waited = totalWaited();
      waiting--;
    },
  };
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

/** By the clock of the server, from which a date in Retry-After counts; milliseconds since the epoch. */
function timeOf(headers: HttpResponse['headers']): number {
  const date = Date.parse(headers['date'] ?? '');

  return Number.isNaN(date) ? clock().date().getTime() : date;
}

/** Until Retry-After (seconds or a date); else twice as long after each retry in which no request was answered. */
function waitFor({ headers }: HttpResponse, retries: number): number {
  const retryAfter = headers['retry-after'] ?? '';
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Math.max(MIN_WAIT, Number(retryAfter) * 1000);
  const date = /[a-z]/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(MIN_WAIT, date - timeOf(headers));

  return Math.min(250 * 2 ** retries, 4000);
}
