/** Odd but legal exchanges: what the client sends and what the service answers, byte by byte. */
import type { Script, Step } from './wire.ts';

export interface Case extends Script {
  readonly name: string;
  /** The proxy may send the service fewer requests (docs/proxy.md). */
  readonly differs?: 'fewer requests';
}

const CRLF = '\r\n';
/** The end of a head, or of a chunked body. */
const HEAD = { until: '\r\n\r\n' };
const LAST_CHUNK = { until: '0\r\n\r\n' };

function message(line: string, headers: readonly string[] = [], body = ''): string {
  return [line, ...headers, '', body].join(CRLF);
}

function ask(line = 'GET /v1/ch', headers: readonly string[] = [], body = ''): string {
  return message(`${line} HTTP/1.1`, ['Host: fees.test', ...headers], body);
}

function post(body: string, headers: readonly string[] = []): string {
  return ask(
    'POST /v1/ch',
    ['Content-Type: application/json', `Content-Length: ${body.length}`, ...headers],
    body,
  );
}

function answer(body: string, headers: readonly string[] = [], status = '200 OK'): string {
  return message(`HTTP/1.1 ${status}`, [...headers, `Content-Length: ${body.length}`], body);
}

function chunks(...pieces: readonly string[]): string {
  return pieces.map((piece) => `${piece.length.toString(16)}${CRLF}${piece}${CRLF}`).join('');
}

const FEE = '{"amount":10,"nicn":"424242","region":"AZ"}';
const OK = '{"transactionFee":0.31,"sTxId":"s1","message":"ok"}';
const LARGE = 'x'.repeat(3 * 1024 * 1024);
const CHUNKED = 'Transfer-Encoding: chunked';
const ALL_BYTES = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));

type More = Omit<Case, 'name' | 'client' | 'service'>;

/** What each side does, step by step. */
const script = (name: string, client: Case['client'], service: Case['service'], more: More = {}): Case => ({
  name,
  client,
  service,
  ...more,
});

/** One request and one response, unchanged. */
function plain(name: string, request: string, response: string, wait: Step = HEAD): Case {
  return { name, client: [request, { until: '\r\n\r\n' }, { pause: 40 }], service: [wait, response] };
}

const BODIES: readonly Case[] = [
  plain('a fee call', post(FEE), answer(OK)),
  plain('a GET without a body', ask(), answer(OK)),
  plain('a POST without length or body', ask('POST /v1/ch'), answer(OK)),
  plain('a GET with a body', ask('GET /v1/ch', ['Content-Length: 3'], 'abc'), answer(OK)),
  plain('a DELETE with a body', ask('DELETE /v1/ch', ['Content-Length: 3'], 'abc'), answer(OK)),
  plain(
    'a chunked request',
    ask('POST /v1/ch', [CHUNKED], `${chunks(FEE)}0\r\n\r\n`),
    answer(OK),
    LAST_CHUNK,
  ),
  plain('an empty chunked request', ask('POST /v1/ch', [CHUNKED], '0\r\n\r\n'), answer(OK), LAST_CHUNK),
  plain('a chunked response', post(FEE), message('HTTP/1.1 200 OK', [CHUNKED], `${chunks(OK)}0\r\n\r\n`)),
  plain('bytes of every value', post(ALL_BYTES), answer(ALL_BYTES), { bytes: 256 }),
  plain(
    'a transfer coding before chunked',
    ask('POST /v1/ch', ['Transfer-Encoding: gzip, chunked'], `${chunks('zip')}0\r\n\r\n`),
    answer(OK),
    LAST_CHUNK,
  ),
  plain('a content coding', post(FEE), answer('\x1f\x8b\x08no', ['Content-Encoding: gzip'])),
  script(
    'a response that ends with the connection',
    [post(FEE), 'ended'],
    [HEAD, message('HTTP/1.1 200 OK', [], OK), { pause: 20 }, '!', 'end'],
  ),
  script(
    'an HTTP/1.0 response that ends with the connection',
    [post(FEE), 'ended'],
    [HEAD, message('HTTP/1.0 200 OK', [], OK), 'end'],
  ),
  script(
    'a response of length from a service of HTTP/1.0',
    [post(FEE), 'ended'],
    [HEAD, message('HTTP/1.0 200 OK', [`Content-Length: ${OK.length}`], OK), 'end'],
  ),
  script('a large request', [post(LARGE), HEAD], [{ bytes: LARGE.length + 50 }, { pause: 50 }, answer(OK)]),
  script(
    'a large response to a client that reads late',
    [post(FEE), { pause: 100 }, { bytes: LARGE.length }],
    [HEAD, message('HTTP/1.1 200 OK', [CHUNKED], `${chunks(LARGE)}0\r\n\r\n`)],
  ),
  script(
    'chunk extensions on both sides',
    [ask('POST /v1/ch', [CHUNKED], '3;a=b\r\nabc\r\n0;c="d"\r\n\r\n'), HEAD, { pause: 30 }],
    [{ until: '\r\n\r\n', times: 2 }, message('HTTP/1.1 200 OK', [CHUNKED], '2;x\r\nok\r\n0\r\n\r\n')],
  ),
  script(
    'trailers on both sides',
    [
      ask('POST /v1/ch', [CHUNKED, 'Trailer: X-Sum'], `${chunks(FEE)}0\r\nX-Sum: 1\r\nx-sum: 2\r\n\r\n`),
      { until: 'X-End' },
      { pause: 30 },
    ],
    [
      { until: 'x-sum' },
      { pause: 20 },
      message('HTTP/1.1 200 OK', ['Trailer: X-End', CHUNKED], `${chunks(OK)}0\r\nX-End: yes\r\n\r\n`),
    ],
  ),
  script(
    'one byte a chunk',
    [ask('POST /v1/ch', [CHUNKED], `${chunks(...FEE)}0\r\n\r\n`), LAST_CHUNK],
    [LAST_CHUNK, message('HTTP/1.1 200 OK', [CHUNKED], `${chunks(...OK)}0\r\n\r\n`)],
  ),
];

const STATUSES: readonly Case[] = [
  plain(
    'a HEAD with the length of the GET',
    ask('HEAD /v1/ch'),
    message('HTTP/1.1 200 OK', ['Content-Length: 51']),
  ),
  plain('a HEAD of a chunked response', ask('HEAD /v1/ch'), message('HTTP/1.1 200 OK', [CHUNKED])),
  plain('a 204', post(FEE), message('HTTP/1.1 204 No Content', ['X: 1'])),
  plain(
    'a 304 with a length',
    ask(),
    message('HTTP/1.1 304 Not Modified', ['Content-Length: 51', 'ETag: "a"']),
  ),
  plain('a 304 that is said to be chunked', ask(), message('HTTP/1.1 304 Not Modified', [CHUNKED])),
  plain('a status without a reason', post(FEE), answer(OK, [], '200 ')),
  plain('an unknown status', post(FEE), answer(OK, [], '599 Hm')),
  plain(
    'a 426 that offers another protocol',
    post(FEE),
    answer(OK, ['Upgrade: TLS/1.2', 'Connection: Upgrade'], '426 Upgrade Required'),
  ),
  plain(
    'a redirect',
    post(FEE),
    answer('', ['Location: http://elsewhere.test/v1/ch'], '308 Permanent Redirect'),
  ),
  script(
    '100 before the body',
    [
      ask('POST /v1/ch', ['Expect: 100-continue', `Content-Length: ${FEE.length}`]),
      HEAD,
      FEE,
      { until: 'ok' },
    ],
    [HEAD, 'HTTP/1.1 100 Continue\r\n\r\n', { until: FEE }, answer(OK)],
  ),
  script(
    'a body that does not wait for 100',
    [post(FEE, ['Expect: 100-continue']), { until: 'ok' }],
    [{ until: FEE }, answer(OK)],
  ),
  script(
    'a refusal in the place of 100, and the next request',
    [
      ask('POST /v1/ch', ['Expect: 100-continue', 'Content-Length: 3']),
      HEAD,
      'abc',
      post(FEE),
      { until: 'ok' },
    ],
    [HEAD, answer('', [], '417 Expectation Failed'), { until: FEE }, answer(OK)],
  ),
  script(
    '102 and 103 before the response',
    [post(FEE), { until: 'ok' }],
    [
      HEAD,
      'HTTP/1.1 102 Processing\r\n\r\n',
      { pause: 20 },
      'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nlink: </b>\r\n\r\n',
      { pause: 20 },
      answer(OK),
    ],
  ),
];

const HEADERS: readonly Case[] = [
  plain(
    'repeated fields between others',
    post(FEE, ['X-A: 1', 'X-B: 2', 'x-a: 3', 'X-A: 1']),
    answer(OK, ['Set-Cookie: a=1', 'Vary: a', 'Set-Cookie: b=2', 'VARY: b']),
  ),
  plain(
    'odd letter case',
    post(FEE, ['aUTHORIZATION: Bearer x', 'X-REQUESTED-with: xhr']),
    answer(OK, ['cOnTeNt-TyPe: application/json', 'DATE: x']),
  ),
  plain(
    'fields that repeat although they should not',
    post(FEE, ['Content-Type: text/plain', 'Authorization: a', 'authorization: b']),
    answer(OK, ['Content-Type: a', 'Content-Type: b', 'ETag: 1', 'ETag: 2']),
  ),
  plain('empty values', post(FEE, ['X-Empty:', 'X-Blank:   ']), answer(OK, ['X-Empty:'])),
  plain(
    'values with spaces, tabs and bytes above 127',
    post(FEE, ['X-A:  a \t b  ', 'X-L: caf\xe9 \xff']),
    answer(OK, ['X-A:  a \t b  ', 'X-L: caf\xe9 \x80']),
  ),
  plain('odd characters in names', post(FEE, ["X!#$%&'*+-.^_`|~9: 1"]), answer(OK, ["X!#$%&'*+-.^_`|~9: 1"])),
  plain(
    'names of JavaScript',
    post(FEE, ['__proto__: 1', 'constructor: 2']),
    answer(OK, ['__proto__: 1', 'hasOwnProperty: 2']),
  ),
  plain(
    '200 fields',
    post(
      FEE,
      Array.from({ length: 200 }, (_, at) => `X-${at}: ${at}`),
    ),
    answer(
      OK,
      Array.from({ length: 1200 }, (_, at) => `Y-${at}: ${at}`),
    ),
  ),
  plain(
    'a field of 12 KiB',
    post(FEE, [`X-Long: ${'a'.repeat(12_000)}`]),
    answer(OK, [`X-Long: ${'b'.repeat(12_000)}`]),
  ),
  plain(
    'fields of tracing and forwarding',
    post(FEE, ['Via: 1.1 a', 'X-Forwarded-For: 1.2.3.4', 'Forwarded: for=1.2.3.4', 'Max-Forwards: 0']),
    answer(OK, ['Via: 1.1 b', 'Server: x', 'Age: 1']),
  ),
  plain(
    'credentials for proxies',
    post(FEE, ['Proxy-Authorization: Basic eA==']),
    answer('', ['Proxy-Authenticate: Basic'], '407 Proxy Authentication Required'),
  ),
  plain('TE and trailers', ask('GET /v1/ch', ['TE: trailers', 'Connection: TE']), answer(OK)),
  plain(
    'an option of the connection',
    post(FEE, ['Connection: keep-alive', 'Keep-Alive: timeout=5']),
    answer(OK, ['Connection: keep-alive', 'Keep-Alive: timeout=5, max=3']),
  ),
  plain(
    'a name of the connection that says where the body ends',
    post(FEE, ['Connection: content-length, host']),
    answer(OK, ['Connection: content-length']),
  ),
  plain('no Host', message('GET /v1/ch HTTP/1.1', ['X: 1']), answer(OK)),
];

const TARGETS: readonly Case[] = [
  plain(
    'odd characters in the query',
    ask(`GET /v1/ch?a=%00%zz&b=%F0%9F%92%A9&c='"<>\\^\`{|}[]&&=?/;:@!$()*+,~`),
    answer(OK),
  ),
  plain('dots and slashes in the path', ask('GET //a/../b/./%2e%2e/c//v1/ch'), answer(OK)),
  plain('a path of 8 KiB', ask(`GET /v1/ch/${'a'.repeat(8000)}`), answer(OK)),
  plain(
    'an absolute target',
    ask('POST http://fees.test/v1/ch?a=1', ['Content-Length: 2'], '{}'),
    answer(OK),
  ),
  plain('the asterisk', ask('OPTIONS *'), answer(OK, ['Allow: GET'])),
  ...['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'M-SEARCH', 'QUERY', 'PURGE', 'REPORT'].map(
    (method) =>
      plain(`the method ${method}`, ask(`${method} /v1/ch`, ['Content-Length: 2'], '{}'), answer(OK)),
  ),
];

const SLOW: readonly Case[] = [
  script('a request that comes byte by byte', [...post(FEE), { until: 'ok' }], [{ until: FEE }, answer(OK)]),
  script(
    'a response that comes byte by byte',
    [post(FEE), { until: '"ok"}' }],
    [HEAD, ...[...answer(OK)].flatMap((byte): Step[] => [byte, { pause: 1 }])],
  ),
  script(
    'a head long before its body, on both sides',
    [ask('POST /v1/ch', [`Content-Length: ${FEE.length}`]), { pause: 60 }, FEE, { until: 'ok' }],
    [HEAD, { until: FEE }, message('HTTP/1.1 200 OK', [`Content-Length: ${OK.length}`]), { pause: 60 }, OK],
  ),
  script(
    'a client that answers each chunk of the service',
    [
      ask('POST /v1/ch', [CHUNKED]),
      HEAD,
      chunks('a'),
      { until: 'one' },
      chunks('b'),
      { until: 'two' },
      '0\r\n\r\n',
      LAST_CHUNK,
    ],
    [
      HEAD,
      message('HTTP/1.1 200 OK', [CHUNKED]),
      { until: 'a' },
      chunks('one'),
      { until: '\r\nb' },
      chunks('two'),
      { until: '\r\n0\r\n' },
      '0\r\n\r\n',
    ],
  ),
  script(
    'a response before the body of the request, which still comes',
    [ask('POST /v1/ch', [`Content-Length: ${FEE.length}`]), { until: 'ok' }, FEE, { pause: 60 }],
    [HEAD, answer(OK), { until: FEE }],
  ),
  script(
    'an early response of a service that closes',
    [ask('POST /v1/ch', ['Content-Length: 60000'], 'x'.repeat(1000)), 'ended'],
    [{ bytes: 1000 }, answer(OK, ['Connection: close'], '413 Content Too Large'), 'end', { pause: 50 }],
  ),
];

const CONNECTIONS: readonly Case[] = [
  script(
    'three requests one after another',
    [
      post(FEE),
      { until: 'ok' },
      post(FEE),
      { until: '"ok"}', times: 2 },
      ask('HEAD /v1/ch'),
      { until: '\r\n\r\n', times: 3 },
    ],
    [
      { until: FEE },
      answer(OK),
      { until: FEE, times: 2 },
      answer(OK),
      { until: 'HEAD' },
      message('HTTP/1.1 200 OK', ['Content-Length: 9']),
    ],
  ),
  script(
    'Connection: close of the service',
    [post(FEE), 'ended'],
    [HEAD, answer(OK, ['Connection: close']), 'end'],
  ),
  script(
    'a service that closes a connection that is kept',
    [post(FEE), 'ended'],
    [HEAD, answer(OK), { pause: 40 }, 'end'],
  ),
  script(
    'a client that closes a connection that is kept',
    [post(FEE), { until: 'ok' }, 'end', 'ended'],
    [HEAD, answer(OK), 'ended', 'end'],
  ),
  script(
    'a client that says that it sends nothing more, and gets its response',
    [post(FEE), 'end', 'ended'],
    ['ended', answer(OK), 'end'],
  ),
  script(
    'an HTTP/1.0 client',
    [message('POST /v1/ch HTTP/1.0', ['Host: fees.test', `Content-Length: ${FEE.length}`], FEE), 'ended'],
    [{ until: FEE }, answer(OK, ['Connection: close']), 'end'],
  ),
  script(
    'pipelined requests',
    [post(FEE) + ask('HEAD /v1/ch') + post('{}'), { until: '"ok"}', times: 2 }],
    [
      { until: FEE },
      answer(OK),
      { until: 'HEAD' },
      message('HTTP/1.1 200 OK', ['Content-Length: 9']),
      { until: '{}' },
      answer(OK),
    ],
  ),
  script(
    'pipelined requests of which the service answers one and closes',
    [post(FEE).repeat(3), 'ended'],
    [{ until: FEE }, answer(OK, ['Connection: close']), 'end'],
    { differs: 'fewer requests' },
  ),
];

const ENDS: readonly Case[] = [
  script('a service that closes without a response', [post(FEE), 'ended'], [{ until: FEE }, 'end']),
  script('a service that resets without a response', [post(FEE), 'ended'], [{ until: FEE }, 'reset']),
  script(
    'a service that closes within a body of known length',
    [post(FEE), 'ended'],
    [HEAD, message('HTTP/1.1 200 OK', ['Content-Length: 100'], OK), { pause: 20 }, 'end'],
  ),
  script(
    'a service that closes within a chunked body',
    [post(FEE), 'ended'],
    [HEAD, message('HTTP/1.1 200 OK', [CHUNKED], chunks(OK)), { pause: 20 }, 'end'],
  ),
  script(
    'a service that resets within a body',
    [post(FEE), 'ended'],
    [HEAD, message('HTTP/1.1 200 OK', [CHUNKED], chunks(OK)), { pause: 60 }, 'reset'],
  ),
  script(
    'a service that closes after an interim response',
    [post(FEE), 'ended'],
    [HEAD, 'HTTP/1.1 102 Processing\r\n\r\n', { pause: 20 }, 'end'],
  ),
  script(
    'a client that closes within its body',
    [ask('POST /v1/ch', ['Content-Length: 100'], FEE), { pause: 40 }, 'close'],
    [{ until: FEE }, 'ended', 'end'],
  ),
  script(
    'a client that resets within its body',
    [ask('POST /v1/ch', [CHUNKED], chunks(FEE)), { pause: 40 }, 'reset'],
    [{ until: FEE }, { pause: 60 }],
  ),
  script(
    'a client that closes within the response',
    [post(FEE), { until: 'part' }, 'reset'],
    [HEAD, message('HTTP/1.1 200 OK', [CHUNKED], chunks('part')), { pause: 60 }],
  ),
];

const PROTOCOLS: readonly Case[] = [
  script(
    'an upgrade',
    [
      ask('GET /socket', ['Connection: Upgrade', 'Upgrade: echo']),
      HEAD,
      'ping\x00',
      { until: 'pong' },
      'end',
      'ended',
    ],
    [
      HEAD,
      message('HTTP/1.1 101 Switching Protocols', ['Upgrade: echo', 'Connection: upgrade']),
      { until: 'ping' },
      'pong\xff',
      'ended',
      'end',
    ],
  ),
  script(
    'a refused upgrade',
    [ask('GET /socket', ['Connection: Upgrade', 'Upgrade: echo']), { until: 'no' }],
    [HEAD, answer('no', [], '403 Forbidden')],
  ),
  script(
    'an offer of HTTP/2 that the service ignores',
    [post(FEE, ['Connection: Upgrade', 'Upgrade: h2c']), { until: 'ok' }],
    [{ until: FEE }, answer(OK)],
  ),
];

export const CORPUS: readonly Case[] = [
  ...BODIES,
  ...STATUSES,
  ...HEADERS,
  ...TARGETS,
  ...SLOW,
  ...CONNECTIONS,
  ...ENDS,
  ...PROTOCOLS,
];
