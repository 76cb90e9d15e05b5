/** Messages that two parsers may read as different ones are refused, or forwarded with the same meaning. */

import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { converse, readMessages, type Step, startFront } from './wire.ts';

interface Shape {
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

/** Refused, unless another treatment is given. */
const shape = (name: string, bytes: string, treatment: Shape['treatment'] = 'refused'): Shape => ({
  name,
  bytes,
  treatment,
});

const REQUEST_SHAPES: readonly Shape[] = [
  shape('Content-Length and Transfer-Encoding', post(['Content-Length: 5', CHUNKED], LAST + HIDDEN)),
  shape('Transfer-Encoding and Content-Length', post([CHUNKED, 'Content-Length: 5'], LAST + HIDDEN)),
  shape('two lengths', post(['Content-Length: 3', 'Content-Length: 40'], `abc${HIDDEN}`)),
  shape('the same length twice', post(['Content-Length: 3', 'Content-Length: 3'], 'abc')),
  shape('a list of lengths', post(['Content-Length: 3, 3'], 'abc')),
  shape('a length with a sign', post(['Content-Length: +3'], 'abc')),
  shape('a negative length', post(['Content-Length: -1'], 'abc')),
  shape('a hexadecimal length', post(['Content-Length: 0x3'], 'abc')),
  shape('a length beyond 64 bits', post(['Content-Length: 18446744073709551619'], 'abc')),
  shape('an empty length', post(['Content-Length:'], HIDDEN)),
  shape('Transfer-Encoding twice', post([CHUNKED, 'Transfer-Encoding: identity'], LAST)),
  shape('chunked that is not last', post(['Transfer-Encoding: chunked, gzip'], LAST)),
  shape('chunked twice', post(['Transfer-Encoding: chunked, chunked'], LAST)),
  shape('an unknown transfer coding', post(['Transfer-Encoding: xchunked'], LAST)),
  shape('a quoted transfer coding', post(['Transfer-Encoding: "chunked"'], LAST)),
  shape('a vertical tab in Transfer-Encoding', post(['Transfer-Encoding: \x0bchunked'], LAST)),
  shape('a space before the colon', post(['Transfer-Encoding : chunked'], LAST)),
  shape(
    'a space before the name',
    raw(['POST /v1/ch HTTP/1.1', ' Transfer-Encoding: chunked', 'Host: a'], LAST),
  ),
  shape('a folded line', post(['X-A: 1', ' Transfer-Encoding: chunked'], LAST)),
  shape('a folded Transfer-Encoding', post(['Transfer-Encoding:', ' chunked'], LAST)),
  shape('a tab before the value', post(['Transfer-Encoding:\tchunked'], LAST), 'unchanged'),
  shape('a name in other letters', post(['tRANSFER-eNCODING: cHUNKED'], LAST), 'unchanged'),
  shape(
    'an underscore in the name',
    post(['Transfer_Encoding: chunked', 'Content-Length: 3'], 'abc'),
    'unchanged',
  ),
  shape('a bare LF after the request line', 'POST /v1/ch HTTP/1.1\nHost: a\r\n\r\n'),
  shape('a bare LF between fields', 'GET /v1/ch HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n'),
  shape('a bare LF in a value', post(['X-A: 1\nTransfer-Encoding: chunked'], LAST)),
  shape('a bare CR in a value', post(['X-A: 1\rTransfer-Encoding: chunked'], LAST)),
  shape('a NUL in a value', post(['X-A: 1\x00Transfer-Encoding: chunked'], LAST)),
  shape('a NUL in a name', post(['X\x00A: 1'], LAST)),
  shape('an empty name', post([': 1'])),
  shape('a line without a colon', post(['Transfer-Encoding'])),
  shape('two Hosts', post(['Host: b'])),
  shape('a space in the target', raw(['GET /v1/ch HTTP/1.1 HTTP/1.1', 'Host: a'])),
  shape('a bare CR in the target', raw(['GET /v1/\rch HTTP/1.1', 'Host: a'])),
  shape('an unknown version', raw(['GET /v1/ch HTTP/1.2', 'Host: a'])),
  shape('a version of two digits', raw(['GET /v1/ch HTTP/1.11', 'Host: a'])),
  shape('HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  shape('a method in small letters', raw(['get /v1/ch HTTP/1.1', 'Host: a'])),
  shape('a chunk size with a sign', post([CHUNKED], `+3\r\nabc\r\n${LAST}`)),
  shape('a chunk size with 0x', post([CHUNKED], `0x3\r\nabc\r\n${LAST}`)),
  shape('a chunk size beyond 64 bits', post([CHUNKED], `10000000000000003\r\nabc\r\n${LAST}`)),
  shape('a chunk size with a space behind', post([CHUNKED], `3 \r\nabc\r\n${LAST}`)),
  shape('an empty chunk size', post([CHUNKED], `\r\nabc\r\n${LAST}`)),
  shape('a bare LF behind a chunk size', post([CHUNKED], `3\nabc\r\n${LAST}`)),
  shape('a bare LF in a chunk extension', post([CHUNKED], `3;a\nb\r\nabc\r\n${LAST}`)),
  shape('a bare LF behind a chunk', post([CHUNKED], `3\r\nabc\n${LAST}`)),
  shape('a chunk that is longer than its size', post([CHUNKED], `2\r\nabc\r\n${LAST}`)),
  shape('a last chunk that ends with LF', post([CHUNKED], '3\r\nabc\r\n0\n\n')),
  shape(
    'Connection that names Content-Length',
    post(['Connection: content-length', 'Content-Length: 3'], 'abc'),
    'unchanged',
  ),
  shape(
    'Connection that names Transfer-Encoding',
    post(['Connection: transfer-encoding', CHUNKED], LAST),
    'unchanged',
  ),
  shape(
    'a GET with a body that looks like a request',
    raw(['GET /v1/ch HTTP/1.1', 'Host: a', `Content-Length: ${HIDDEN.length}`], HIDDEN),
    'unchanged',
  ),
];

const RESPONSE_SHAPES: readonly Shape[] = [
  shape('Content-Length and Transfer-Encoding', raw(['HTTP/1.1 200 OK', 'Content-Length: 3', CHUNKED], LAST)),
  shape('two lengths', raw(['HTTP/1.1 200 OK', 'Content-Length: 3', 'Content-Length: 4'], 'abcd')),
  shape('a space before the colon', raw(['HTTP/1.1 200 OK', 'Content-Length : 3'], 'abc')),
  shape('a folded line', raw(['HTTP/1.1 200 OK', 'X-A: 1', ' X-B: 2', 'Content-Length: 0'])),
  shape('a bare LF in a value', raw(['HTTP/1.1 200 OK', 'X-A: 1\nX-B: 2', 'Content-Length: 0'])),
  shape('a NUL in a value', raw(['HTTP/1.1 200 OK', 'X-A: 1\x00', 'Content-Length: 0'])),
  shape('no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n'),
  shape('a status of two digits', raw(['HTTP/1.1 20 OK', 'Content-Length: 0'])),
  shape(
    'a switch of the protocol without a request for it',
    raw(['HTTP/1.1 101 Switching Protocols', 'Upgrade: x', 'Connection: Upgrade']),
  ),
];

// What two parsers may read differently is refused, or passed on with the same meaning.

const HEAD: Step = { until: '\r\n\r\n' };
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
const ASK = 'POST /v1/ch HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';

describe('a request with', () => {
  test.concurrent.each(REQUEST_SHAPES)('$name is $treatment', async ({ bytes, treatment }) => {
    const { client, service } = await talk(treatment === 'refused' ? [bytes, 'ended'] : [bytes, HEAD], [
      HEAD,
      { pause: 40 },
      OK,
    ]);
    const answer = client.received.toString('latin1');
    if (treatment === 'refused') {
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\nTollgate-Proxy: request-refused\r\n/s);
      expect(service.map(({ received }) => received.toString('latin1')).join('')).toBe('');
      expect(client.end).toBe('ended');
    } else {
      expect(answer).toBe(OK);
      expect(messagesOf(service[0]?.received)).toEqual(messagesOf(Buffer.from(bytes, 'latin1')));
    }
  });

  test.concurrent.each(REQUEST_SHAPES.filter(isBroken))(
    '$name never ends when its body comes late',
    async ({ bytes }) => {
      const [head = '', ...body] = bytes.split('\r\n\r\n');
      const { service } = await talk(
        [`${head}\r\n\r\n`, { pause: 60 }, body.join('\r\n\r\n'), HEAD],
        [HEAD, 'ended'],
      );
      // On a busy machine the body may come before the head is passed on: then there is no message.
      const messages = service.flatMap(({ received }) => messagesOf(received));
      expect(messages.filter(({ isWhole }) => isWhole)).toEqual([]);
      expect(messages.length).toBeLessThanOrEqual(1);
    },
  );
});

describe('a response with', () => {
  test.concurrent.each(RESPONSE_SHAPES)('$name is refused', async ({ bytes }) => {
    const { client } = await talk([ASK, HEAD], [HEAD, bytes]);
    expect(client.received.toString('latin1')).toMatch(
      /^HTTP\/1\.1 502 .*\r\nTollgate-Proxy: service-not-http\r\n/s,
    );
    expect(client.end).toBe('ended');
  });

  test.concurrent('a second response behind it is not taken for that of the next request', async () => {
    const second = 'HTTP/1.1 200 OK\r\nX-Injected: 1\r\nContent-Length: 0\r\n\r\n';
    const { client } = await talk(
      [ASK, HEAD, { pause: 40 }, ASK, 'ended'],
      [HEAD, OK + second, { pause: 200 }],
    );
    expect(client.received.toString('latin1')).toBe(OK);
  });
});

/** Whether it is the framing of the body that is broken. */
function isBroken({ name, treatment, bytes }: Shape): boolean {
  return (
    treatment === 'refused' &&
    /chunk (?:size|extension|that)|behind a chunk|last chunk/.test(name) &&
    bytes.includes('chunked')
  );
}

function talk(client: readonly Step[], service: readonly Step[]) {
  return converse({ client, service }, async (port) => startFront(`http://127.0.0.1:${port}`));
}

function messagesOf(bytes: Buffer = Buffer.alloc(0)) {
  return readMessages(bytes, { isEnded: false });
}

// Whatever passes on several connections at the same time: nothing is lost, doubled, changed or reordered.

const bytes = fc.uint8Array({ maxLength: 20_000 });
const framing = fc.constantFrom('length', 'chunked');
const milliseconds = fc.nat(4);

const exchange = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'GET'),
  path: fc.constantFrom('/v1/ch', '/v1/ch/sale', '/other?a=%20&b'),
  headers: fc.array(fc.tuple(fc.constantFrom('X-A', 'x-a', 'X-b'), fc.stringMatching(/^[!-~]{1,12}$/)), {
    maxLength: 5,
  }),
  body: fc.array(bytes, { maxLength: 3 }),
  framing,
  wait: milliseconds,
  answer: fc.record({
    status: fc.constantFrom(200, 201, 204, 304, 404, 422, 503),
    body: fc.array(bytes, { maxLength: 3 }),
    framing,
    wait: milliseconds,
    interim: fc.boolean(),
    isEarly: fc.boolean(),
  }),
});

type Exchange = typeof exchange extends fc.Arbitrary<infer E> ? E : never;

test('random exchanges on several connections arrive as they were sent, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(exchange, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      async (connections) => {
        const reads: Promise<void>[] = [];
        const received = new Map<
          string,
          { readonly id: string; body: string; readonly headers: unknown }[]
        >();
        const service = createServer((asked, answer) => {
          const [connection = '', at = ''] = String(asked.headers['x-id']).split('.');
          const one = connections[Number(connection)]?.[Number(at)];
          if (one === undefined) return void answer.writeHead(500).end();
          const seen = received.get(connection) ?? [];
          received.set(connection, seen);
          const respond = async () => {
            const { status, body, framing: how, wait, interim } = one.answer;
            if (interim) answer.writeProcessing();
            const length = how === 'length' ? { 'Content-Length': sizeOf(body) } : {};
            answer.writeHead(status, {
              'X-Answers': `${connection}.${at}`,
              ...(isBodiless(status) ? {} : length),
            });
            for (const piece of isBodiless(status) ? [] : body) {
              if (wait > 0) await pause(wait);
              answer.write(piece);
            }
            answer.end();
          };
          if (one.answer.isEarly) void respond();
          const entry = { id: at, body: '', headers: ownHeaders(asked.rawHeaders) };
          seen.push(entry);
          const whole = read(asked).then((body) => {
            entry.body = body;
            if (!one.answer.isEarly) void respond();
          });
          reads.push(whole);
        });
        service.listen(0, '127.0.0.1');
        await once(service, 'listening');
        await using front = await startFront(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
        const answers = await Promise.all(connections.map((exchanges, at) => send(front.url, exchanges, at)));
        await Promise.all(reads);
        await front.close();
        service.close();

        for (const [at, exchanges] of connections.entries()) {
          expect(answers[at]).toEqual(
            exchanges.map(({ answer }, number) => ({
              id: `${at}.${number}`,
              status: answer.status,
              body: isBodiless(answer.status) ? '' : hex(answer.body),
            })),
          );
          expect(received.get(String(at))).toEqual(
            exchanges.map((one, number) => ({
              id: String(number),
              body: hex(one.body),
              headers: one.headers,
            })),
          );
        }
        const observed = connections.flat().filter(({ path }) => path.startsWith('/v1/ch'));
        expect(front.events.filter(({ kind }) => kind === 'exchange')).toHaveLength(observed.length);
      },
    ),
    { numRuns: 10 },
  );
});

/** One request after another on one connection. */
async function send(url: string, exchanges: readonly Exchange[], connection: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: unknown[] = [];
  for (const [at, { method, path, headers, body, framing: how, wait }] of exchanges.entries()) {
    const raw = ['Host', 'x', 'X-Id', `${connection}.${at}`, ...headers.flat()];
    const length =
      how === 'length' ? ['Content-Length', String(sizeOf(body))] : ['Transfer-Encoding', 'chunked'];
    const asking = request(url + path, { method, agent, headers: [...raw, ...length] });
    const answered = once(asking, 'response');
    for (const piece of body) {
      if (wait > 0) await pause(wait);
      asking.write(piece);
    }
    asking.end();
    const [answer] = (await answered) as [IncomingMessage];
    const text = await read(answer);
    if (!asking.writableFinished) await once(asking, 'finish');
    answers.push({ id: answer.headers['x-answers'], status: answer.statusCode, body: text });
  }
  agent.destroy();

  return answers;
}

async function read(message: IncomingMessage): Promise<string> {
  return Buffer.concat(await message.toArray()).toString('hex');
}

function hex(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('hex');
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

function ownHeaders(raw: readonly string[]): readonly (readonly string[])[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));

  return pairs.filter(([name = '']) => /^x-[ab]$/i.test(name));
}
