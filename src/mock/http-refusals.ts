/** The refusals of requests that never reach a line: no such route, or broken on the level of HTTP itself. */
import type { IncomingHttpHeaders } from 'node:http';
import { OPERATIONS, type OperationRoute } from '../contract/operations.ts';
import { REFERENCE_METHODS, REFERENCE_PATHS } from './reference/routes.ts';
import { type Refusal, refuse, refuseBecause } from './refusal.ts';
import { headerViolations } from './required-headers.ts';

/** What is known of an error that the server, or Node below it, raised. */
export interface HttpError {
  readonly code?: string;
  readonly statusCode?: number;
}

const ROUTES = OPERATIONS.map(({ method, path }) => `${method} ${path}`).join(' and ');

/** The methods of a path, for the header Allow. */
export function allowedBy({ method }: OperationRoute): string {
  return `${method}, OPTIONS`;
}

/** 404, or 405 where only the method is wrong. */
export function refuseRoute(method: string, url: string): Refusal {
  const path = url.split('?', 1)[0] ?? '';
  if (REFERENCE_PATHS.includes(path)) {
    const told = `${path} takes ${REFERENCE_METHODS}, got ${method}`;
    return refuseBecause('method-not-allowed', told, { Allow: REFERENCE_METHODS });
  }
  const route = OPERATIONS.find((candidate) => candidate.path === path);
  if (route === undefined) return refuseBecause('not-found', `here are only ${ROUTES}; GET / says more`);
  const detail = `${path} takes ${route.method}, got ${method}`;

  return refuseBecause('method-not-allowed', detail, { Allow: allowedBy(route) });
}

/** What reading the request ran into. Whatever is not the client's doing is a fault of the mock. */
export function refuseServerError(
  { code, statusCode = 500 }: HttpError,
  headers: IncomingHttpHeaders,
): Refusal {
  if (statusCode < 400 || statusCode > 499) {
    return refuseBecause('internal-error', 'the mock failed; the request may well be right');
  }
  if (statusCode === 413) return refuseBecause('body-too-large', 'a body may have at most 1 MiB');
  if (statusCode === 415) return refuse('unsupported-media-type', headerViolations(headers));
  const detail =
    code === 'FST_ERR_BAD_URL' ? 'a broken percent-encoding in the path' : 'the body cannot be read';

  return refuseBecause('malformed-request', detail);
}

/** What Node's parser gave up on. */
export function refuseClientError({ code }: HttpError): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuseBecause('headers-too-large', 'headers may have at most 16 KiB together');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuseBecause('request-timeout', 'the rest of the request did not come');
    default:
      return refuseBecause('malformed-request', 'expected a request line and headers as HTTP/1.1 has them');
  }
}
