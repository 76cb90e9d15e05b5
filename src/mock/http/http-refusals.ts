/** Refusals of requests that no route accepts, or that are not valid HTTP. */
import { OPERATIONS } from '../../contract/operations.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuse, refuseBecause } from '../refusal.ts';

/** @param allowed the methods of the path, for the header Allow */
export function refuseMethod(method: string, path: string, allowed: string): Refusal {
  const headers = { Allow: allowed };
  const operation = OPERATIONS.find((candidate) => candidate.path === path);
  if (operation === undefined)
    return refuseBecause(
      'method-not-allowed',
      `method of ${path}: expected ${allowed}, got ${method}`,
      headers,
    );
  const violation = {
    rule: 'transport/post-only',
    section: '4',
    pointer: 'method',
    expected: operation.method,
    got: describeValue(method).replaceAll('"', ''),
  } as const;

  return refuse('method-not-allowed', [violation], { headers });
}

const OPERATION_PATHS = OPERATIONS.map(({ method, path }) => `${method} ${path}`).join(' and ');

export function refusePath(path: string): Refusal {
  const violation = {
    section: '4',
    pointer: 'path',
    expected: `one of ${OPERATION_PATHS}`,
    got: describeValue(path),
  };

  return refuse('not-found', [violation], { fix: 'Correct the path; GET / lists what the mock serves.' });
}

const ORDINARY = 'a request line and headers as HTTP/1.1 has them';

/** By error code of Node's parser: what the client should have sent. */
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

/** @param error of Node's parser */
export function refuseParserError({ code }: { readonly code?: string }): Refusal {
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
