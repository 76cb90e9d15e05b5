/** The refusals of requests that never reach a line: no such route, or broken on the level of HTTP itself. */
import type { IncomingHttpHeaders } from 'node:http';
import { OPERATIONS, type OperationRoute } from '../contract/operations.ts';
import { describeValue } from '../text/describe.ts';
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
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0] ?? '';
  if (REFERENCE_PATHS.includes(path)) {
    const detail = `method of ${path}: expected ${REFERENCE_METHODS}, got ${method}`;
    return refuseBecause('method-not-allowed', detail, { Allow: REFERENCE_METHODS });
  }
  const route = OPERATIONS.find((candidate) => candidate.path === path);
  if (route === undefined) {
    const violation = {
      section: '4',
      pointer: 'path',
      expected: `one of ${ROUTES}`,
      got: describeValue(path),
    };
    return refuse('not-found', [violation], { fix: 'Correct the path; GET / lists what the mock serves.' });
  }

  return refuse(
    'method-not-allowed',
    [
      {
        rule: 'transport/post-only',
        section: '4',
        pointer: 'method',
        expected: route.method,
        got: describeValue(method).replaceAll('"', ''),
      },
    ],
    { headers: { Allow: allowedBy(route) } },
  );
}

/** What reading the request ran into. Whatever is not the client's doing is a fault of the mock. */
export function refuseServerError(
  { code, statusCode = 500 }: HttpError,
  headers: IncomingHttpHeaders,
): Refusal {
  if (statusCode < 400 || statusCode > 499) {
    return refuseBecause('internal-error', 'the mock failed; the request may well be right');
  }
  if (statusCode === 413)
    return refuseBecause('body-too-large', 'the body: expected at most 1 MiB, got more');
  if (statusCode === 415) return refuse('unsupported-media-type', headerViolations(headers));
  const detail =
    code === 'FST_ERR_BAD_URL'
      ? 'path: expected percent-encoding with two hexadecimal digits, got something else'
      : 'the body: expected as many bytes as the headers announce, got something else';

  return refuseBecause('malformed-request', detail);
}

const ORDINARY = 'a request line and headers as HTTP/1.1 has them';

/** Of what Node's parser says those words that help whoever wrote the client. */
const EXPECTED: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'a request line of HTTP/1.1 that begins with a method, such as POST /v1/ch HTTP/1.1',
  HPE_INVALID_VERSION: 'HTTP/1.1 or HTTP/1.0',
  HPE_PAUSED_H2_UPGRADE: 'HTTP/1.1, got HTTP/2',
  HPE_INVALID_CONTENT_LENGTH: 'one Content-Length, a number of bytes, and no Transfer-Encoding beside it',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'one Content-Length, a number of bytes, and no Transfer-Encoding beside it',
  HPE_INVALID_TRANSFER_ENCODING: 'no Transfer-Encoding but chunked, and no Content-Length beside it',
  HPE_INVALID_CHUNK_SIZE: 'chunks that begin with their size in hexadecimal digits',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'chunks without long extensions',
  HPE_INVALID_HEADER_TOKEN: 'headers of visible characters, each on a line of its own',
  HPE_INVALID_URL: 'a path without spaces or control characters',
  HPE_INVALID_EOF_STATE: 'the whole request before the end of the connection',
};

/** What Node's parser gave up on. */
export function refuseClientError({ code }: HttpError): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuseBecause('headers-too-large', 'headers: expected at most 16 KiB together, got more');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuseBecause(
        'request-timeout',
        'the request: expected all of it within the time limit, got a part',
      );
    default:
      return refuseBecause('malformed-request', `the request: expected ${EXPECTED[code ?? ''] ?? ORDINARY}`);
  }
}
