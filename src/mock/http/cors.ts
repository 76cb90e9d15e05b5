/** CORS: lets a client in a browser call from any page. Tokens come in a header, so no cookie is at risk. */
import type { IncomingHttpHeaders } from 'node:http';
import type { MockResponse } from '../response.ts';

/** Without these a page cannot read a response, problems included. */
export const READABLE_BY_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Request-Id, Retry-After, Tollgate-Choices, Tollgate-Fault, Tollgate-Hints, Tollgate-Scenario, Tollgate-Violations, WWW-Authenticate',
} as const;

/** In seconds; no browser caches a preflight for longer. */
const MAX_AGE = '86400';

/** The star covers all headers but Authorization; older browsers read it as a name. */
const HEADERS = 'Authorization, Content-Type, Prefer, Tollgate-Fault, Tollgate-Scenario, X-Requested-With, *';

/** A preflight allows every method: the request that follows gets its 405. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Only a page sends Origin; other clients are spared the headers. */
export function withCors(response: MockResponse, { origin }: IncomingHttpHeaders): MockResponse {
  return origin === undefined
    ? response
    : { ...response, headers: { ...READABLE_BY_PAGES, ...response.headers } };
}

/** Whether a browser asks on behalf of a page whether it may send a request. */
export function isPreflight({
  method,
  headers,
}: {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/**
 * The response to OPTIONS. A preflight is allowed for unknown paths too: a page cannot read why it was refused, but it
 * can read the 404 of the request that follows.
 *
 * @param allowed the methods of the path, where the path is known
 */
export function respondToOptions(allowed: string | undefined, requestId: string): MockResponse {
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
    body: '',
  };
}
