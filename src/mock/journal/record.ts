/** Makes the exchange of a request, with its token for the client rules; the journal keeps it without secrets. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Choices } from '../../contract/choices.ts';
import type { Hint } from '../../exchange/client-observer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import type { Refusal } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';

export const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie'] as const;

const NOT_KEPT = '(not kept)';

/** In bytes. */
const LONGEST_BODY = 16 * 1024;

/** Bytes of the longest request whose JSON value an observer receives: it keeps identifiers, and thousands of exchanges. */
const LONGEST_OBSERVED = 64 * 1024;

/** A body of a mebibyte can have half a million violations. */
const MOST_VIOLATIONS = 100;

/** How early a timer may end, in milliseconds. */
const TIMER_SLACK = 5;

/**
 * The exchange of a request whose response is about to be sent.
 *
 * @param world the name of its world; undefined for the mock itself
 */
export function toExchange(
  { id, method, url, headers, body, receivedAt, startedAt }: MockRequest,
  response: MockResponse,
  world: string | undefined,
): Exchange {
  const { status, merchant, fault } = response;
  const endedAt = performance.now();
  // As a text: buffers have memory outside of the heap, which costs the garbage collector more than all the rest.
  const text = body?.toString('utf8', 0, LONGEST_BODY);
  const isLong = body !== undefined && body.length > LONGEST_BODY;

  return {
    ...{ id, world, merchant, startedAt: receivedAt, endedAt, duration: endedAt - startedAt },
    request: { method, url, headers, body: text, ...(isLong && { bodyLength: body.length }) },
    response: { status, headers: response.headers, body: response.body.toString() },
    ...(fault?.received !== undefined && {
      delivery: fault.received === 'a part' ? 'cut-off' : 'lost',
      staysOpen: fault.staysOpen ?? false,
    }),
  };
}

/**
 * For the client rules: with the JSON values that are known. A delayed response ends its exchange when it is sent.
 *
 * @param mock whether no behavior has changed the JSON value of the request, and whether Prefer had an effect
 */
export function toObserved(
  exchange: Exchange,
  { body }: MockRequest,
  { fault, values }: MockResponse,
  mock: { readonly parsesAsSent: boolean; readonly isStatic: boolean },
): Exchange {
  const { request, response, endedAt, duration } = exchange;
  const delay = Math.max(0, (fault?.delay ?? 0) - TIMER_SLACK);
  // A fault may have changed the response.
  const known = mock.parsesAsSent && fault === undefined ? values : undefined;
  const isLong = (body?.length ?? 0) > LONGEST_OBSERVED;
  const { prefer, ...headers } = request.headers;
  const isIgnored = prefer !== undefined && !mock.isStatic;

  return {
    ...{ ...exchange, endedAt: endedAt + delay, duration: duration + delay },
    request: { ...request, ...(isIgnored && { headers }), json: isLong ? undefined : known?.request },
    response: { ...response, json: known?.response },
  };
}

/** For the journal. */
export function toRecorded(
  { request, response, ...exchange }: Exchange,
  { refusal, overlooked = NONE, choices = DEFAULT_CHOICES, headers, body }: MockResponse,
  hints: readonly Hint[],
): RecordedExchange {
  const isLong = body.length > LONGEST_BODY;

  return {
    ...exchange,
    request: { ...request, headers: withoutSecrets(request.headers) },
    response: {
      ...{ status: response.status, headers },
      body: isLong ? body.toString('utf8', 0, LONGEST_BODY) : response.body,
    },
    ...{ overlooked, choices, hints: hints.length === 0 ? NONE : hints },
    ...(refusal && { refusal: keepRefusal(refusal) }),
  };
}

/** Shared by nearly all exchanges, of which a journal keeps a thousand. */
const NONE: readonly never[] = [];
const DEFAULT_CHOICES: Readonly<Choices> = {};

function withoutSecrets(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  for (const name of SECRET_HEADERS) {
    if (kept[name] !== undefined) kept[name] = NOT_KEPT;
  }

  return kept;
}

function keepRefusal(refusal: Refusal): Refusal {
  const { violations } = refusal;

  return violations.length > MOST_VIOLATIONS
    ? { ...refusal, violations: violations.slice(0, MOST_VIOLATIONS) }
    : refusal;
}
