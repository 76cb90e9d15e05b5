/** What lets a client in a browser call, from any page: nothing here rests on cookies, so no page gets at more than its own token. */
import type { IncomingHttpHeaders } from 'node:http';
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

/** All of them wherever a page asks: a method that the path does not take is for the answer itself to refuse. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Whether a browser asks on behalf of a page, before the request itself. */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/**
 * The answer to OPTIONS, which is what a browser asks first. A page to which it is refused never sees why: so even
 * where nothing is, a preflight is answered, and the request that follows gets its 404.
 *
 * @param allowed the methods of the path, where it is one
 */
export function renderOptions(allowed: string | undefined, requestId: string): Rendered {
  return {
    status: 204,
    headers: {
      ...READABLE_BY_PAGES,
      ...(allowed === undefined ? {} : { allow: allowed }),
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': MAX_AGE,
      'request-id': requestId,
    },
    text: '',
  };
}
