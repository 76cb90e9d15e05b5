/** Makes the exchange that the journal keeps: without secrets, and with the beginning of long bodies. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ExchangeRequest, ExchangeResponse } from '../../traffic/exchange.ts';
import type { RecordedExchange } from '../../traffic/journal/recorded-exchange.ts';
import type { Refusal } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';

export const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie'] as const;

const NOT_KEPT = '(not kept)';

/** In bytes of a request's body, and in characters of a response's. */
const LONGEST_BODY = 16 * 1024;

/** A body of a mebibyte can have half a million violations. */
const MOST_VIOLATIONS = 100;

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
    request: keepRequest(request),
    response: keepResponse(response),
    overlooked,
    choices,
    hints,
    ...(refusal && { refusal: keepRefusal(refusal) }),
  };
}

/** Of nearly all exchanges: a journal keeps a thousand of them. */
const NONE: readonly never[] = [];
const DEFAULT_CHOICES = {};

function keepRequest({ method, url, headers, body }: MockRequest): ExchangeRequest {
  // As a text: buffers have memory outside of the heap, which costs the garbage collector more than all the rest.
  const text = body?.toString('utf8', 0, LONGEST_BODY);
  const kept = { method, url, headers: withoutSecrets(headers), body: text };

  return body !== undefined && body.length > LONGEST_BODY ? { ...kept, bodyLength: body.length } : kept;
}

function withoutSecrets(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  for (const name of SECRET_HEADERS) {
    if (kept[name] !== undefined) kept[name] = NOT_KEPT;
  }

  return kept;
}

function keepResponse({ status, headers, body }: MockResponse): ExchangeResponse {
  // By way of a buffer: a slice would keep the whole text in memory.
  const kept = body.length > LONGEST_BODY ? Buffer.from(body.slice(0, LONGEST_BODY)).toString() : body;

  return { status, headers, body: kept };
}

function keepRefusal(refusal: Refusal): Refusal {
  const { violations } = refusal;

  return violations.length > MOST_VIOLATIONS
    ? { ...refusal, violations: violations.slice(0, MOST_VIOLATIONS) }
    : refusal;
}
