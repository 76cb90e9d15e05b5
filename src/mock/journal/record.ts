/** Makes the exchange of a request: for the journal, which masks it when it is read, and for the client rules. */
import type { Choices } from '../../contract/choices.ts';
import type { Hint } from '../../exchange/client-observer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { maskText } from '../../text/mask.ts';
import type { Refusal } from '../refusal.ts';
import type { MockRequest } from '../request.ts';
import type { MockResponse } from '../response.ts';

/** In characters. */
const LONGEST_BODY = 16 * 1024;

/** Characters of the longest request that an observer receives as a whole: it keeps thousands of exchanges. */
const LONGEST_OBSERVED = 64 * 1024;

/** A body of a mebibyte can have half a million violations. */
const MOST_VIOLATIONS = 100;

/** How early a timer may end, in milliseconds. */
const TIMER_SLACK = 5;

/** Shared by nearly all exchanges, of which a journal keeps a thousand. */
const NONE: readonly never[] = [];
const DEFAULT_CHOICES: Readonly<Choices> = {};

/**
 * The exchange of a request whose response is about to be sent.
 *
 * @param world the name of its world; undefined for the mock itself
 */
export function toRecorded(
  { id, method, url, headers, body, receivedAt, startedAt }: MockRequest,
  response: MockResponse,
  world: string | undefined,
): RecordedExchange {
  const { status, merchant, refusal, fault, overlooked = NONE, choices = DEFAULT_CHOICES } = response;
  const endedAt = performance.now();
  const isLong = body !== undefined && body.length > LONGEST_BODY;
  const exchange: RecordedExchange = {
    id,
    world,
    merchant,
    startedAt: receivedAt,
    endedAt,
    duration: endedAt - startedAt,
    request: isLong
      ? { method, url, headers, body: beginningOf(body), bodyLength: Buffer.byteLength(body) }
      : { method, url, headers, body },
    response: { status, headers: response.headers, body: beginningOf(response.body) },
    overlooked,
    choices,
    hints: NONE,
    // Of a long body it would keep long texts.
    quote: isLong ? undefined : response.quote,
  };
  if (refusal === undefined && fault?.received === undefined) return exchange;

  return {
    ...exchange,
    ...(refusal && { refusal: keepRefusal(refusal) }),
    ...(fault?.received && {
      delivery: fault.received === 'a part' ? 'cut-off' : 'lost',
      staysOpen: fault.staysOpen ?? false,
    }),
  };
}

/** A copy: a slice would keep all of the text in memory. */
function beginningOf(body: string): string {
  return body.length > LONGEST_BODY ? Buffer.from(body.slice(0, LONGEST_BODY)).toString() : body;
}

function keepRefusal(refusal: Refusal): Refusal {
  const { violations } = refusal;

  return violations.length > MOST_VIOLATIONS
    ? { ...refusal, violations: violations.slice(0, MOST_VIOLATIONS) }
    : refusal;
}

/**
 * For the client rules: with longer bodies than the journal keeps. A delayed response ends its exchange when it is sent.
 *
 * @param isStatic whether Prefer had an effect
 */
export function toObserved(
  exchange: RecordedExchange,
  { body, method, url }: MockRequest,
  { body: answer, fault }: MockResponse,
  isStatic: boolean,
): Exchange {
  const { request, endedAt, duration, response } = exchange;
  const delay = Math.max(0, (fault?.delay ?? 0) - TIMER_SLACK);
  const { prefer } = request.headers;
  const isLong = body !== undefined && body.length > LONGEST_BODY && body.length <= LONGEST_OBSERVED;
  const ignoresPrefer = prefer !== undefined && !isStatic;
  if (delay === 0 && !isLong && !ignoresPrefer && answer.length === response.body.length) return exchange;
  const headers = ignoresPrefer ? { ...request.headers, prefer: undefined } : request.headers;

  return {
    ...exchange,
    ...{ endedAt: endedAt + delay, duration: duration + delay },
    request: isLong ? { method, url, headers, body } : { ...request, headers },
    response: { ...response, body: answer },
  };
}

/** The response with its hints, where there are any. A refusal explains itself without them. */
export function withHints(response: MockResponse, hints: readonly Hint[]): MockResponse {
  if (hints.length === 0 || response.refusal !== undefined) return response;

  return { ...response, headers: { ...response.headers, 'tollgate-hints': toHeader(hints) } };
}

/** The header stays short. */
const MOST_HINTS = 5;
const LONGEST_HINT = 300;

/** Such as `client-flow/sells-once: Expected one sale for a transaction, got a second one.`, joined by ` | `. */
function toHeader(hints: readonly Hint[]): string {
  const shown = hints.slice(0, MOST_HINTS).map(({ rule, message }) => `${rule}: ${toText(message)}`);
  const more = hints.length - shown.length;

  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(' | ');
}

/** A header holds printable ASCII. */
function toText(message: string): string {
  const text = maskText(message).replaceAll('…', '...').replaceAll('|', '/');
  const ascii = text.toWellFormed().replaceAll(/[^\x20-\x7e]/gu, '?');

  return ascii.length > LONGEST_HINT ? `${ascii.slice(0, LONGEST_HINT)}...` : ascii;
}
