/** Decides how long a request waits that a deployment puts off, and when it is given up. Times in milliseconds. */
import { clock, now } from '../../rule/clock.ts';
import { type HttpResponse, isSuccessful } from '../../rule/http-result.ts';

export interface Patience {
  /** For a period in which every request is throttled. */
  readonly each: number;
  /** For the whole run. Requests that wait at the same time count once. */
  readonly all: number;
}

export function patienceFor(maxRequests: number): Patience {
  return { each: 30_000, all: Math.max(30_000, maxRequests * 40) };
}

export function isThrottled(response: HttpResponse): boolean {
  return (
    response.status === 429 || (!isSuccessful(response) && response.headers['retry-after'] !== undefined)
  );
}

type NextAttempt =
  | { readonly kind: 'retry'; readonly wait: number }
  | { readonly kind: 'give-up'; readonly reason: string };

export interface Throttling {
  /** Returns a function that decides on the next attempt of one request after a throttled one. */
  startRequest(): (response: HttpResponse) => NextAttempt;
  /** Reports a response that was not throttled. */
  answered(): void;
  /** Whether all requests should wait for a throttled one. Later in the run, each waits for itself. */
  readonly pausesAll: boolean;
  /** The time that requests have waited. */
  readonly waited: WaitingTime;
}

const MAX_RETRIES = 12;
/** Retries while other requests succeed: then it is this request that the deployment refuses. */
const MAX_RETRIES_ALONE = 5;
const MAX_WAIT = 10_000;
const MIN_WAIT = 50;
/** The part of the time in which one throttled request pauses all. */
const SHARED_PART = 0.25;

export function createThrottling({ each, all }: Patience): Throttling {
  const waited = createWaitingTime();
  let answers = 0;
  /** Since when every request has been throttled. */
  let throttledSince: number | undefined;

  return {
    startRequest() {
      let [count, countAlone] = [0, 0];
      let answersBefore = answers;

      return (response) => {
        throttledSince ??= now();
        const wereOthersAnswered = answers > answersBefore;
        answersBefore = answers;
        const wait = waitFor(response, wereOthersAnswered ? 0 : count);
        count++;
        if (wereOthersAnswered) countAlone++;
        const giveUp = (why: string): NextAttempt => {
          return { kind: 'give-up', reason: `status ${response.status} ${why}` };
        };
        if (wait > MAX_WAIT)
          return giveUp(
            `with a Retry-After of ${seconds(wait)}, and no more than ${seconds(MAX_WAIT)} are waited for`,
          );
        if (waited.ms > all) return giveUp('again and again, and the run has waited long enough');
        if (countAlone > MAX_RETRIES_ALONE)
          return giveUp('again and again, while other requests were answered');
        if (count > MAX_RETRIES || now() + wait - throttledSince > each) return giveUp('again and again');

        return { kind: 'retry', wait };
      };
    },
    answered() {
      throttledSince = undefined;
      answers++;
    },
    get pausesAll() {
      return waited.ms < all * SHARED_PART;
    },
    waited,
  };
}

export interface WaitingTime {
  /** In milliseconds; times that overlap count once. */
  readonly ms: number;
  add(from: number, to: number): void;
}

export function createWaitingTime(): WaitingTime {
  let [ms, until] = [0, 0];

  return {
    get ms() {
      return ms;
    },
    add(from, to) {
      ms += Math.max(0, to - Math.max(from, until));
      until = Math.max(until, to);
    },
  };
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

/** Until Retry-After (seconds or a date); else twice as long after each retry in which no request was answered. */
function waitFor({ headers }: HttpResponse, retries: number): number {
  const retryAfter = headers['retry-after'] ?? '';
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Math.max(MIN_WAIT, Number(retryAfter) * 1000);
  const date = /[a-z]/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(MIN_WAIT, date - timeOf(headers));

  return Math.min(250 * 2 ** retries, 4000);
}

/** By the clock of the server, from which a date in Retry-After counts; milliseconds since the epoch. */
function timeOf(headers: HttpResponse['headers']): number {
  const date = Date.parse(headers['date'] ?? '');

  return Number.isNaN(date) ? clock().date().getTime() : date;
}
