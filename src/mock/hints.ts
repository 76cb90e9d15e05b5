/** Observes each exchange for the client rules, and names what they say in the header Tollgate-Hints. */
import { maskText } from '../text/mask.ts';
import type { ClientObserver, Hint } from '../traffic/client-observer.ts';
import type { Exchange } from '../traffic/exchange.ts';
import { FAULT_HEADER } from '../traffic/journal/entry.ts';
import type { MockRequest } from './request.ts';
import type { MockResponse } from './response.ts';

/** In bytes: as many of a body as the journal keeps. */
const LONGEST_BODY = 16 * 1024;

/** The response with its hints, where there are any. */
export function observe(
  observer: ClientObserver,
  request: MockRequest,
  response: MockResponse,
  world: { readonly name: string | undefined; readonly parsesAsSent: boolean },
): MockResponse {
  const hints = observer.observe(toObserved(request, response, world));
  if (hints.length === 0) return response;
  // A refusal says itself what is wrong; the journal has its hints as well.
  if (response.refusal !== undefined) return { ...response, hints };

  return { ...response, hints, headers: { ...response.headers, 'tollgate-hints': toHeader(hints) } };
}

/** A timer may end early, in milliseconds. */
const TIMER_SLACK = 5;

/** As the client sent it, with its token. A delayed response ends its exchange when it is sent. */
function toObserved(
  { id, method, url, headers, body, receivedAt, startedAt }: MockRequest,
  { merchant, status, headers: answered, body: responseText, fault, values }: MockResponse,
  world: { readonly name: string | undefined; readonly parsesAsSent: boolean },
): Exchange {
  const endedAt = performance.now() + Math.max(0, (fault?.delay ?? 0) - TIMER_SLACK);
  // A behavior may have changed either value on its way.
  const isSame = world.parsesAsSent && answered[FAULT_HEADER] === undefined;
  const { request: sent, response: json } = (isSame ? values : undefined) ?? NO_VALUES;
  const text = body?.toString('utf8', 0, LONGEST_BODY);
  const isLong = body !== undefined && body.length > LONGEST_BODY;
  const delivery = deliveryOf(fault);

  return {
    id,
    world: world.name,
    merchant,
    startedAt: receivedAt,
    endedAt,
    duration: endedAt - startedAt,
    request: isLong
      ? { method, url, headers, body: text, json: sent, bodyLength: body.length }
      : { method, url, headers, body: text, json: sent },
    response: { status, headers: answered, body: responseText, json },
    ...(delivery && { delivery }),
  };
}

const NO_VALUES = { request: undefined, response: undefined } as const;

function deliveryOf(fault: MockResponse['fault']): Exchange['delivery'] {
  switch (fault?.sending.kind) {
    case 'reset':
    case 'hang':
      return 'lost';
    case 'truncated':
      return 'cut-off';
    default:
      return undefined;
  }
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
