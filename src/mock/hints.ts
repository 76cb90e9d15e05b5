/** Observes each exchange for the client rules, and names what they say in the header Tollgate-Hints. */

import type { ClientObserver, Hint } from '../exchange/client-observer.ts';
import { maskText } from '../text/mask.ts';
import { toObserved } from './journal/record.ts';
import type { MockRequest } from './request.ts';
import type { MockResponse } from './response.ts';

/** The response with its hints, where there are any. */
export function observe(
  observer: ClientObserver,
  request: MockRequest,
  response: MockResponse,
  world: { readonly name: string | undefined; readonly parsesAsSent: boolean },
): MockResponse {
  const hints = observer.observe(toObserved(request, response, world));
  if (hints.length === 0) return response;
  // A refusal explains itself without the header; the journal has its hints.
  if (response.refusal !== undefined) return { ...response, hints };

  return { ...response, hints, headers: { ...response.headers, 'tollgate-hints': toHeader(hints) } };
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
