/** Makes the exchange of a request: complete for the client rules, and without secrets for the journal. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Choices } from '../../contract/choices.ts';
import type { Exchange, ExchangeRequest, ExchangeResponse } from '../../exchange/exchange.ts';
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
 * The exchange as the client sent it, with its token. A delayed response ends its exchange when it is sent.
 *
 * @param parsesAsSent whether no behavior has changed the JSON value of the request
 */
export function toObserved(
  request: MockRequest,
  response: MockResponse,
  { name, parsesAsSent }: { readonly name: string | undefined; readonly parsesAsSent: boolean },
): Exchange {
  const { status, headers, body, merchant, fault } = response;
  const endedAt = performance.now() + Math.max(0, (fault?.delay ?? 0) - TIMER_SLACK);
  // A fault may have changed the response.
  const isSame = parsesAsSent && fault === undefined;
  const { request: value, response: json } = (isSame ? response.values : undefined) ?? NO_VALUES;
  const sent = (request.body?.length ?? 0) > LONGEST_OBSERVED ? undefined : value;

  return {
    id: request.id,
    world: name,
    merchant,
    startedAt: request.receivedAt,
    endedAt,
    duration: endedAt - request.startedAt,
    request: { ...requestOf(request, request.headers), json: sent },
    response: { status, headers, body: body.toString(), json },
    ...deliveryOf(fault),
  };
}

const NO_VALUES = { request: undefined, response: undefined } as const;

function deliveryOf(fault: MockResponse['fault']): Pick<Exchange, 'delivery' | 'staysOpen'> {
  if (fault?.received === undefined) return {};
  const { received, staysOpen = false } = fault;

  return { delivery: received === 'a part' ? 'cut-off' : 'lost', staysOpen };
}

/**
 * The exchange of a request whose response was just sent.
 *
 * @param world the name of its world; undefined for the mock itself
 */
export function toExchange(
  request: MockRequest,
  response: MockResponse,
  world: string | undefined,
): RecordedExchange {
  const { merchant, refusal, overlooked = NONE, choices = DEFAULT_CHOICES, hints = NONE } = response;
  const endedAt = performance.now();

  return {
    id: request.id,
    world,
    merchant,
    startedAt: request.receivedAt,
    endedAt,
    duration: endedAt - request.startedAt,
    request: requestOf(request, withoutSecrets(request.headers)),
    response: keepResponse(response),
    overlooked,
    choices,
    hints,
    ...(refusal && { refusal: keepRefusal(refusal) }),
    ...deliveryOf(response.fault),
  };
}

/** Shared by nearly all exchanges, of which a journal keeps a thousand. */
const NONE: readonly never[] = [];
const DEFAULT_CHOICES: Readonly<Choices> = {};

function requestOf({ method, url, body }: MockRequest, headers: IncomingHttpHeaders): ExchangeRequest {
  // As a text: buffers have memory outside of the heap, which costs the garbage collector more than all the rest.
  const text = body?.toString('utf8', 0, LONGEST_BODY);
  const beginning = { method, url, headers, body: text };

  return body !== undefined && body.length > LONGEST_BODY
    ? { ...beginning, bodyLength: body.length }
    : beginning;
}

function withoutSecrets(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  for (const name of SECRET_HEADERS) {
    if (kept[name] !== undefined) kept[name] = NOT_KEPT;
  }

  return kept;
}

function keepResponse({ status, headers, body }: MockResponse): ExchangeResponse {
  return { status, headers, body: body.toString('utf8', 0, LONGEST_BODY) };
}

function keepRefusal(refusal: Refusal): Refusal {
  const { violations } = refusal;

  return violations.length > MOST_VIOLATIONS
    ? { ...refusal, violations: violations.slice(0, MOST_VIOLATIONS) }
    : refusal;
}
