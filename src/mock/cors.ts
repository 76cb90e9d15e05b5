/** What lets a client in a browser call, from any page: nothing here rests on cookies, so no page gets at more than its own token. */
import type { Rendered } from './render.ts';

/** With every answer, problems too: otherwise a page learns no more than that something failed. */
export const READABLE_BY_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Request-Id, Retry-After, Tollgate-Choices, Tollgate-Fault, Tollgate-Violations, WWW-Authenticate',
} as const;

/** How long a browser may go without asking again, in seconds: no browser remembers it for longer. */
const MAX_AGE = '86400';

/** The star stands for all headers but Authorization, and older browsers take it for a name like any other. */
const HEADERS = 'Authorization, Content-Type, Prefer, Tollgate-Fault, X-Requested-With, *';

/** The answer to OPTIONS on a path that takes these methods, which is what a browser asks first. */
export function renderOptions(allowed: string, requestId: string): Rendered {
  return {
    status: 204,
    headers: {
      ...READABLE_BY_PAGES,
      allow: allowed,
      'access-control-allow-methods': allowed,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': MAX_AGE,
      'request-id': requestId,
    },
    text: '',
  };
}
