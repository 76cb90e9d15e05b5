/** Names in the header Tollgate-Hints what the client rules say about a request. */

import type { Hint } from '../exchange/client-observer.ts';
import { maskText } from '../text/mask.ts';
import type { MockResponse } from './response.ts';

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
