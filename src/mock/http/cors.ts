/** CORS: lets a client in a browser call from any page. Tokens come in a header, so no cookie is at risk. */
import type { IncomingHttpHeaders } from 'node:http';
import type { MockResponse } from '../response.ts';

/** Without these a page cannot read a response, problems included. */
export const READABLE_BY_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Request-Id, Retry-After, Tollgate-Choices, Tollgate-Fault, Tollgate-Hints, Tollgate-Scenario, Tollgate-Violations, WWW-Authenticate',
} as const;

/** Allows every method: the request that follows gets its 405. */
export const PREFLIGHT_HEADERS = {
  ...READABLE_BY_PAGES,
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  // The star covers all headers but Authorization; older browsers read it as a name.
  'access-control-allow-headers':
    'Authorization, Content-Type, Prefer, Tollgate-Fault, Tollgate-Scenario, X-Requested-With, *',
  // In seconds; no browser caches a preflight for longer.
  'access-control-max-age': '86400',
} as const;

/** Only a page sends Origin; other clients are spared the headers. */
export function withCors(response: MockResponse, { origin }: IncomingHttpHeaders): MockResponse {
  return origin === undefined
    ? response
    : { ...response, headers: { ...READABLE_BY_PAGES, ...response.headers } };
}
