/**
 * The one sender of a run: in turn, again when put off, once more after a lost connection, and once more alone where
 * others were the reason of a refusal. Times in milliseconds.
 */
import { latenciesOf } from '../../report/latencies.ts';
import type { Latencies } from '../../report/report.ts';
import { mayBeNotNow } from '../../rule/assertions.ts';
import { clock, now } from '../../rule/clock.ts';
import {
  type HttpResponse,
  type HttpResult,
  isSuccessful,
  type OutgoingRequest,
} from '../../rule/http-result.ts';
import { neverInterrupted, sleep, throwIfInterrupted } from '../../rule/interruption.ts';
import type { Limiter, Load, Turn } from './limiter.ts';
import { sendToEnd } from './redirects.ts';
import type { Transport } from './transport.ts';
import type { Urgency } from './turns.ts';

/** @throws BudgetSpent, Interrupted, Recalled */
export type Send = (request: OutgoingRequest, urgency?: Urgency) => Promise<HttpResult>;

export type Client = ReturnType<typeof createClient>;

/** How long throttled requests wait: in a period in which every request is throttled, and in vain in the whole run. */
export interface Patience {
  readonly each: number;
  /** Requests that wait at the same time count once; what one waits that is served then does not count. */
  readonly all: number;
}

export function patienceFor(maxRequests: number): Patience {
  return { each: 30_000, all: Math.max(30_000, maxRequests * 40) };
}

/** The turn of a request that was put off: before all that wait. */
const FIRST: Turn = { priority: Number.POSITIVE_INFINITY, second: Number.POSITIVE_INFINITY };

export function createClient(
  transport: Transport,
  url: URL,
  limiter: Limiter,
  patience: Patience,
  signal: AbortSignal = neverInterrupted(),
) {
  const { budget } = limiter;
  let connections = limiter.concurrency;
  const times: number[] = [];
  let unanswered = 0;
  const throttling = createThrottling(patience);
  const throttleStatuses = new Set<number>();
  const refusedAtOnce = createRefusedAtOnce();

  const sendOnce = async (request: OutgoingRequest, load: Load): Promise<HttpResult> => {
    const result = await sendToEnd(transport, url, request, () => {
      // A redirect is no call of its own.
      budget.refund(1);

      return limiter.spend();
    });
    // The interruption closes connections, which is no result.
    throwIfInterrupted(signal);
    if (result.kind === 'unanswered') {
      unanswered++;
      // Beside others it may have waited for them.
      if (result.cause === 'timeout') limiter.throttled(load);
    } else {
      times.push(result.ms);
      if (isThrottled(result)) limiter.throttled(load);
      else limiter.answered();
    }

    return result;
  };

  /** Sends it once more where the connection was lost, which may be an accident. */
  const sendInTurn = (request: OutgoingRequest, turn: Turn) =>
    limiter.schedule(async (load): Promise<{ readonly result: HttpResult; readonly load: Load }> => {
      const result = await sendOnce(request, load);
      const isAccident = result.kind === 'unanswered' && ['reset', 'proxy'].includes(result.cause);
      if (!isAccident || !request.mayBeRepeated) return { result, load };
      budget.refund(1);
      await limiter.spend();
      const again = await sendOnce(request, load);
      if (again.kind === 'answered') return { result: { ...again, isSecond: true }, load };

      // The next request shows whether the deployment is gone.
      return { result: again.cause === 'unreachable' ? result : again, load };
    }, turn);

  return {
    async send(request: OutgoingRequest, urgency?: Urgency): Promise<HttpResult> {
      const nextAttempt = throttling.startRequest();
      let turn: Turn = urgency ?? {};
      let waited = 0;
      let refused: { readonly result: HttpResponse; readonly load: Load } | undefined;
      for (;;) {
        const { result, load } = await sendInTurn(request, turn);
        if (result.kind === 'unanswered') return result;
        if (isThrottled(result)) {
          if (turn !== 'alone') turn = FIRST;
          budget.refund(1);
          throttleStatuses.add(result.status);
          const next = nextAttempt(result);
          if ('reason' in next)
            return { kind: 'unanswered', cause: 'throttled', detail: next.reason, ms: result.ms };
          budget.checkTime(now() + next.wait);
          if (throttling.pausesAll()) limiter.pause(next.wait);
          const startedAt = now();
          await sleep(next.wait, signal);
          throttling.waited.add(startedAt, now());
          waited += now() - startedAt;
          continue;
        }
        throttling.answered(waited);
        if (isSuccessful(result)) refusedAtOnce.accepted(request);
        if (refused !== undefined) {
          if (refusedAtOnce.hasEnded(request, result)) limiter.throttled(refused.load);

          return result;
        }
        if (load.peak === 1 || !refusedAtOnce.mayEnd(request, result)) return result;
        budget.refund(1);
        refused = { result, load };
        turn = 'alone';
      }
    },
    /** Rejects the requests that wait for their turn with Recalled. */
    recall: limiter.recall,
    /** Sends copies at the same time, as many as the concurrency, each over its own new connection, which is closed after its answer (`once`) or after all. */
    async sendTogether(
      request: OutgoingRequest,
      connection: 'extra' | 'once',
    ): Promise<readonly HttpResult[]> {
      const copies = Array.from({ length: limiter.concurrency }, () => ({ ...request, connection }));
      for (const _ of copies) await limiter.spend();
      budget.refund(copies.length);
      await transport.reconnect(connections);
      const results = await Promise.all(copies.map((copy) => sendToEnd(transport, url, copy)));
      await transport.reconnect(connections);

      return results;
    },
    /** Closes idle connections, so that the next requests open new ones. */
    reconnect: () => transport.reconnect(connections),
    /** Sends over this many connections at most, one request at a time over each. */
    limitConnections(count: number) {
      connections = count;
      limiter.limitConcurrency(count);

      return transport.reconnect(count);
    },
    /** The most connections that are opened. */
    get connections(): number {
      return connections;
    },
    budget,
    /** The HTTP statuses of throttled requests. */
    throttleStatuses: throttleStatuses as ReadonlySet<number>,
    /** Undefined before the first response. */
    get latencies(): Latencies | undefined {
      return latenciesOf(times, unanswered);
    },
  };
}

function isThrottled(response: HttpResponse): boolean {
  return (
    response.status === 429 || (!isSuccessful(response) && response.headers['retry-after'] !== undefined)
  );
}

const MAX_RETRIES = 12;
/** Retries while other requests succeed: then it is this request that the deployment refuses. */
const MAX_RETRIES_ALONE = 5;
const MAX_WAIT = 10_000;
const MIN_WAIT = 50;
/** The part of the time in which one throttled request pauses all. Later in the run, each waits for itself while most are answered. */
const SHARED_PART = 0.25;
/** What one response counts in the share of those throttled. */
const WEIGHT = 0.2;

function createThrottling({ each, all }: Patience) {
  const waited = createWaitingTime();
  let [answers, throttledShare, wellWaited] = [0, 0, 0];
  /** Since when every request has been throttled. */
  let throttledSince: number | undefined;

  return {
    waited,
    pausesAll: () => waited.ms < all * SHARED_PART || throttledShare > 0.5,
    /** Notes a response that was not throttled, after that long a wait. */
    answered(ms: number) {
      wellWaited += ms;
      throttledSince = undefined;
      throttledShare *= 1 - WEIGHT;
      answers++;
    },
    /** Returns a function that decides on the next attempt of one request, or why there is none. */
    startRequest() {
      let [count, countAlone, answersBefore] = [0, 0, answers];

      return (response: HttpResponse): { readonly wait: number } | { readonly reason: string } => {
        throttledSince ??= now();
        throttledShare += WEIGHT * (1 - throttledShare);
        const wereOthersAnswered = answers > answersBefore;
        answersBefore = answers;
        const wait = waitFor(response, wereOthersAnswered ? 0 : count);
        count++;
        if (wereOthersAnswered) countAlone++;
        const giveUp = (why: string) => ({ reason: `status ${response.status} ${why}` });
        if (wait > MAX_WAIT)
          return giveUp(
            `with a Retry-After of ${seconds(wait)}, and no more than ${seconds(MAX_WAIT)} are waited for`,
          );
        if (waited.ms > all + wellWaited)
          return giveUp('again and again, and the run has waited long enough');
        if (countAlone > MAX_RETRIES_ALONE)
          return giveUp('again and again, while other requests were answered');
        if (count > MAX_RETRIES || now() + wait - throttledSince > each) return giveUp('again and again');

        return { wait };
      };
    },
  };
}

/** Adds up times; those that overlap count once. */
export function createWaitingTime() {
  let [ms, until] = [0, 0];

  return {
    get ms(): number {
      return ms;
    },
    add(from: number, to: number): void {
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
  const until = /[a-z]/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  if (Number.isNaN(until)) return Math.min(250 * 2 ** retries, 4000);
  // By the clock of the server, from which a date in Retry-After counts.
  const date = Date.parse(headers['date'] ?? '');

  return Math.max(MIN_WAIT, until - (Number.isNaN(date) ? clock().date().getTime() : date));
}

/** The most refusals of one kind that last when sent alone, and the further ones for each that ends. */
const MOST_LASTING = 8;
const LASTING_PER_ENDED = 4;

/** Refusals that may be due to other requests in flight: such a request is sent once more, alone. */
function createRefusedAtOnce() {
  const acceptedForms = new Set<string>();
  const kinds = new Map<string, { lasting: number; ended: number }>();
  /** Of a form that was accepted before, refusals are counted apart from those of all other contents. */
  const countsOf = (request: OutgoingRequest) => {
    const form = formOf(request);
    const kind = acceptedForms.has(form) ? form : request.path;
    const counts = kinds.get(kind) ?? { lasting: 0, ended: 0 };
    kinds.set(kind, counts);

    return counts;
  };

  return {
    accepted(request: OutgoingRequest): void {
      if (request.body.length <= MAX_TEXT) acceptedForms.add(formOf(request));
    },
    /** Whether the same request, sent alone, may get another answer. */
    mayEnd(request: OutgoingRequest, response: HttpResponse): boolean {
      if (!mayBeNotNow({ response })) return false;
      const { lasting, ended } = countsOf(request);

      return lasting < MOST_LASTING + LASTING_PER_ENDED * ended;
    },
    /** Learns from the answer to the same request, sent alone. Returns whether the refusal has ended. */
    hasEnded(request: OutgoingRequest, response: HttpResponse): boolean {
      const hasEnded = !mayBeNotNow({ response });
      countsOf(request)[hasEnded ? 'ended' : 'lasting']++;

      return hasEnded;
    },
  };
}

/** In characters. */
const MAX_TEXT = 1000;

/** Of a request: the path, and the body without its identifiers and digits. */
function formOf({ path, body }: OutgoingRequest): string {
  const text = body.slice(0, MAX_TEXT).replaceAll(/("[sm]TxId":)"[^"]*"/g, '$1');

  return `${path} ${text.replaceAll(/\d/g, '0')}`;
}
