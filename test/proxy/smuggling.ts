/** Shapes of request smuggling: messages that two parsers may read as different ones. */

export interface Shape {
  readonly name: string;
  readonly bytes: string;
  /** The proxy refuses it with 400 and forwards nothing, or forwards it with the same meaning. */
  readonly treatment: 'refused' | 'unchanged';
}

const CRLF = '\r\n';
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n';

function raw(lines: readonly string[], body = ''): string {
  return [...lines, '', body].join(CRLF);
}

function post(headers: readonly string[], body = ''): string {
  return raw(['POST /v1/ch HTTP/1.1', 'Host: a', ...headers], body);
}

const CHUNKED = 'Transfer-Encoding: chunked';
const LAST = '0\r\n\r\n';

export const REQUEST_SHAPES: readonly Shape[] = [
  {
    name: 'Content-Length and Transfer-Encoding',
    bytes: post(['Content-Length: 5', CHUNKED], LAST + HIDDEN),
    treatment: 'refused',
  },
  {
    name: 'Transfer-Encoding and Content-Length',
    bytes: post([CHUNKED, 'Content-Length: 5'], LAST + HIDDEN),
    treatment: 'refused',
  },
  {
    name: 'two lengths',
    bytes: post(['Content-Length: 3', 'Content-Length: 40'], `abc${HIDDEN}`),
    treatment: 'refused',
  },
  {
    name: 'the same length twice',
    bytes: post(['Content-Length: 3', 'Content-Length: 3'], 'abc'),
    treatment: 'refused',
  },
  { name: 'a list of lengths', bytes: post(['Content-Length: 3, 3'], 'abc'), treatment: 'refused' },
  { name: 'a length with a sign', bytes: post(['Content-Length: +3'], 'abc'), treatment: 'refused' },
  { name: 'a negative length', bytes: post(['Content-Length: -1'], 'abc'), treatment: 'refused' },
  { name: 'a hexadecimal length', bytes: post(['Content-Length: 0x3'], 'abc'), treatment: 'refused' },
  {
    name: 'a length beyond 64 bits',
    bytes: post(['Content-Length: 18446744073709551619'], 'abc'),
    treatment: 'refused',
  },
  { name: 'an empty length', bytes: post(['Content-Length:'], HIDDEN), treatment: 'refused' },
  {
    name: 'Transfer-Encoding twice',
    bytes: post([CHUNKED, 'Transfer-Encoding: identity'], LAST),
    treatment: 'refused',
  },
  {
    name: 'chunked that is not last',
    bytes: post(['Transfer-Encoding: chunked, gzip'], LAST),
    treatment: 'refused',
  },
  { name: 'chunked twice', bytes: post(['Transfer-Encoding: chunked, chunked'], LAST), treatment: 'refused' },
  {
    name: 'an unknown transfer coding',
    bytes: post(['Transfer-Encoding: xchunked'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a quoted transfer coding',
    bytes: post(['Transfer-Encoding: "chunked"'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a vertical tab in Transfer-Encoding',
    bytes: post(['Transfer-Encoding: \x0bchunked'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a space before the colon',
    bytes: post(['Transfer-Encoding : chunked'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a space before the name',
    bytes: raw(['POST /v1/ch HTTP/1.1', ' Transfer-Encoding: chunked', 'Host: a'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a folded line',
    bytes: post(['X-A: 1', ' Transfer-Encoding: chunked'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a folded Transfer-Encoding',
    bytes: post(['Transfer-Encoding:', ' chunked'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a tab before the value',
    bytes: post(['Transfer-Encoding:\tchunked'], LAST),
    treatment: 'unchanged',
  },
  {
    name: 'a name in other letters',
    bytes: post(['tRANSFER-eNCODING: cHUNKED'], LAST),
    treatment: 'unchanged',
  },
  {
    name: 'an underscore in the name',
    bytes: post(['Transfer_Encoding: chunked', 'Content-Length: 3'], 'abc'),
    treatment: 'unchanged',
  },
  {
    name: 'a bare LF after the request line',
    bytes: 'POST /v1/ch HTTP/1.1\nHost: a\r\n\r\n',
    treatment: 'refused',
  },
  {
    name: 'a bare LF between fields',
    bytes: 'GET /v1/ch HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n',
    treatment: 'refused',
  },
  {
    name: 'a bare LF in a value',
    bytes: post(['X-A: 1\nTransfer-Encoding: chunked'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a bare CR in a value',
    bytes: post(['X-A: 1\rTransfer-Encoding: chunked'], LAST),
    treatment: 'refused',
  },
  {
    name: 'a NUL in a value',
    bytes: post(['X-A: 1\x00Transfer-Encoding: chunked'], LAST),
    treatment: 'refused',
  },
  { name: 'a NUL in a name', bytes: post(['X\x00A: 1'], LAST), treatment: 'refused' },
  { name: 'an empty name', bytes: post([': 1']), treatment: 'refused' },
  { name: 'a line without a colon', bytes: post(['Transfer-Encoding']), treatment: 'refused' },
  { name: 'two Hosts', bytes: post(['Host: b']), treatment: 'refused' },
  {
    name: 'a space in the target',
    bytes: raw(['GET /v1/ch HTTP/1.1 HTTP/1.1', 'Host: a']),
    treatment: 'refused',
  },
  { name: 'a bare CR in the target', bytes: raw(['GET /v1/\rch HTTP/1.1', 'Host: a']), treatment: 'refused' },
  { name: 'an unknown version', bytes: raw(['GET /v1/ch HTTP/1.2', 'Host: a']), treatment: 'refused' },
  { name: 'a version of two digits', bytes: raw(['GET /v1/ch HTTP/1.11', 'Host: a']), treatment: 'refused' },
  { name: 'HTTP/2 without TLS', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', treatment: 'refused' },
  { name: 'a method in small letters', bytes: raw(['get /v1/ch HTTP/1.1', 'Host: a']), treatment: 'refused' },
  { name: 'a chunk size with a sign', bytes: post([CHUNKED], `+3\r\nabc\r\n${LAST}`), treatment: 'refused' },
  { name: 'a chunk size with 0x', bytes: post([CHUNKED], `0x3\r\nabc\r\n${LAST}`), treatment: 'refused' },
  {
    name: 'a chunk size beyond 64 bits',
    bytes: post([CHUNKED], `10000000000000003\r\nabc\r\n${LAST}`),
    treatment: 'refused',
  },
  {
    name: 'a chunk size with a space behind',
    bytes: post([CHUNKED], `3 \r\nabc\r\n${LAST}`),
    treatment: 'refused',
  },
  { name: 'an empty chunk size', bytes: post([CHUNKED], `\r\nabc\r\n${LAST}`), treatment: 'refused' },
  {
    name: 'a bare LF behind a chunk size',
    bytes: post([CHUNKED], `3\nabc\r\n${LAST}`),
    treatment: 'refused',
  },
  {
    name: 'a bare LF in a chunk extension',
    bytes: post([CHUNKED], `3;a\nb\r\nabc\r\n${LAST}`),
    treatment: 'refused',
  },
  { name: 'a bare LF behind a chunk', bytes: post([CHUNKED], `3\r\nabc\n${LAST}`), treatment: 'refused' },
  {
    name: 'a chunk that is longer than its size',
    bytes: post([CHUNKED], `2\r\nabc\r\n${LAST}`),
    treatment: 'refused',
  },
  {
    name: 'a last chunk that ends with LF',
    bytes: post([CHUNKED], '3\r\nabc\r\n0\n\n'),
    treatment: 'refused',
  },
  {
    name: 'Connection that names Content-Length',
    bytes: post(['Connection: content-length', 'Content-Length: 3'], 'abc'),
    treatment: 'unchanged',
  },
  {
    name: 'Connection that names Transfer-Encoding',
    bytes: post(['Connection: transfer-encoding', CHUNKED], LAST),
    treatment: 'unchanged',
  },
  {
    name: 'a GET with a body that looks like a request',
    bytes: raw(['GET /v1/ch HTTP/1.1', 'Host: a', `Content-Length: ${HIDDEN.length}`], HIDDEN),
    treatment: 'unchanged',
  },
];

export const RESPONSE_SHAPES: readonly Shape[] = [
  {
    name: 'Content-Length and Transfer-Encoding',
    bytes: raw(['HTTP/1.1 200 OK', 'Content-Length: 3', CHUNKED], LAST),
    treatment: 'refused',
  },
  {
    name: 'two lengths',
    bytes: raw(['HTTP/1.1 200 OK', 'Content-Length: 3', 'Content-Length: 4'], 'abcd'),
    treatment: 'refused',
  },
  {
    name: 'a space before the colon',
    bytes: raw(['HTTP/1.1 200 OK', 'Content-Length : 3'], 'abc'),
    treatment: 'refused',
  },
  {
    name: 'a folded line',
    bytes: raw(['HTTP/1.1 200 OK', 'X-A: 1', ' X-B: 2', 'Content-Length: 0']),
    treatment: 'refused',
  },
  {
    name: 'a bare LF in a value',
    bytes: raw(['HTTP/1.1 200 OK', 'X-A: 1\nX-B: 2', 'Content-Length: 0']),
    treatment: 'refused',
  },
  {
    name: 'a NUL in a value',
    bytes: raw(['HTTP/1.1 200 OK', 'X-A: 1\x00', 'Content-Length: 0']),
    treatment: 'refused',
  },
  { name: 'no HTTP at all', bytes: 'SSH-2.0-OpenSSH_9.6\r\n', treatment: 'refused' },
  {
    name: 'a status of two digits',
    bytes: raw(['HTTP/1.1 20 OK', 'Content-Length: 0']),
    treatment: 'refused',
  },
  {
    name: 'a switch of the protocol without a request for it',
    bytes: raw(['HTTP/1.1 101 Switching Protocols', 'Upgrade: x', 'Connection: Upgrade']),
    treatment: 'refused',
  },
];
