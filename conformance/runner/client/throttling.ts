/** Decides what follows an answer that puts a call off: a later attempt, one alone, or none. Times in milliseconds. */
import { mayBeNotNow } from '../../rule/assertions.ts';
import { clock, now } from '../../rule/clock.ts';
import {
  type HttpResponse,
  type HttpResult,
  isSuccessful,
  type OutgoingRequest,
} from '../../rule/http-result.ts';

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

/** In characters. */
const MAX_TEXT = 1000;

/** The most refusals of one kind that last when sent alone, and the further ones for each that ends. */
const MOST_LASTING = 8;
const LASTING_PER_ENDED = 4;
/** Refusals that last, of all kinds that never end: texts of one kind may differ. */
const MOST_LASTING_OF_ALL = 48;

/** Refusals that may be due to other requests in flight: such a request is sent once more, alone. */
export interface RefusedAtOnce {
  /** Remembers a request that was accepted. */
  accepted(request: OutgoingRequest): void;
  /** Whether the same request, sent alone, may get another answer. */
  mayEnd(request: OutgoingRequest, refused: HttpResponse): boolean;
  /** Learns from the answer to the same request, sent alone. Returns whether the refusal has ended. */
  hasEnded(request: OutgoingRequest, refused: HttpResponse, alone: HttpResult): boolean;
}

export function createRefusedAtOnce(): RefusedAtOnce {
  const acceptedForms = new Set<string>();
  const kinds = new Map<string, { lasting: number; ended: number }>();
  let lastingOfAll = 0;
  const countsOf = (request: OutgoingRequest, refused: HttpResponse) => {
    const form = formOf(request);
    const kind = acceptedForms.has(form) ? form : kindOf(request, refused);
    const counts = kinds.get(kind) ?? { lasting: 0, ended: 0 };
    kinds.set(kind, counts);

    return { counts, mayBeMany: kind !== form && counts.ended === 0 };
  };

  return {
    accepted(request) {
      if (request.body.length <= MAX_TEXT) acceptedForms.add(formOf(request));
    },
    mayEnd(request, refused) {
      if (!mayBeNotNow({ response: refused })) return false;
      const { counts, mayBeMany } = countsOf(request, refused);
      if (mayBeMany && lastingOfAll >= MOST_LASTING_OF_ALL) return false;

      return counts.lasting < MOST_LASTING + LASTING_PER_ENDED * counts.ended;
    },
    hasEnded(request, refused, alone) {
      const { counts, mayBeMany } = countsOf(request, refused);
      const hasEnded = alone.kind === 'answered' && !mayBeNotNow({ response: alone });
      counts[hasEnded ? 'ended' : 'lasting']++;
      if (mayBeMany && !hasEnded) lastingOfAll++;

      return hasEnded;
    },
  };
}

/** Of a refusal: the path, the status, and the text without words that have digits, such as identifiers. */
function kindOf({ path }: OutgoingRequest, { status, text }: HttpResponse): string {
  return `${path} ${status} ${text.slice(0, MAX_TEXT).replaceAll(/[\w-]*\d[\w-]*/g, '')}`;
}

/** Of a request: the path, and the body without its identifiers and digits. */
function formOf({ path, body }: OutgoingRequest): string {
  const text = body.slice(0, MAX_TEXT).replaceAll(/("[sm]TxId":)"[^"]*"/g, '$1');

  return `${path} ${text.replaceAll(/\d/g, '0')}`;
}
