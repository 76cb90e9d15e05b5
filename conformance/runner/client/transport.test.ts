import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { version } from '../../../src/contract/version.ts';
import { listenHttp, listenRaw, sendOnce } from '../../../test/deployments/listen.ts';
import { latenciesOf } from '../../report/latencies.ts';
import { type Connections, createConnectionSlots } from './connections.ts';
import { type BodyRead, openTransport, readBody } from './transport.ts';

/** Where a response is late. */
const TIMEOUT = 250;
/** Where it is not, on a busy machine too. */
const PATIENCE = 10_000;
const OK = 'HTTP/1.1 200 OK\r\n';

describe('the User-Agent', () => {
  async function sentWith(headers: Readonly<Record<string, string>>): Promise<IncomingMessage['headers']> {
    let sent: IncomingMessage['headers'] = {};
    await using server = await listenHttp((request, response) => {
      sent = request.headers;
      response.end('{}');
    });
    const transport = openTransport({
      url: server.url,
      headers,
      limits: { concurrency: 1, timeout: PATIENCE },
    });
    await transport.send({ path: '/v1/ch', token: undefined, body: '{}', mayBeRepeated: true });
    await transport.close();

    return sent;
  }

  test('is tollgate with its version', async () => {
    expect((await sentWith({ 'x-own': 'yes' }))['user-agent']).toBe(`tollgate/${version()}`);
  });

  test.each(['user-agent', 'User-Agent'])('is that of the deployment file, as %s', async (name) => {
    expect((await sentWith({ [name]: 'gate/7' }))['user-agent']).toBe('gate/7');
  });
});

function drip(socket: Socket, piece: string) {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

describe('a failure has a cause:', () => {
  const NO_ANSWER: readonly [string, string, (socket: Socket) => void][] = [
    ['silence', 'timeout', () => {}],
    ['text that is not HTTP', 'not-http', (socket) => socket.end('hello\r\n\r\n')],
    ['the banner of another service', 'not-http', (socket) => socket.write('SSH-2.0-Server\r\n')],
    ['binary', 'not-http', (socket) => socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 70]))],
    ['a reset', 'reset', (socket) => socket.resetAndDestroy()],
    ['an end before any byte', 'reset', (socket) => socket.end()],
    ['an end within the headers', 'reset', (socket) => socket.end(`${OK}content-le`)],
    [
      'a body shorter than its length',
      'cut-off',
      (socket) => socket.end(`${OK}content-length: 99\r\n\r\n{"a":`),
    ],
    [
      'incomplete chunks',
      'cut-off',
      (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`),
    ],
    [
      'a slow body',
      'timeout',
      (socket) => {
        socket.write(`${OK}content-length: 9999\r\n\r\n`);
        drip(socket, ' ');
      },
    ],
    [
      'slow headers',
      'timeout',
      (socket) => {
        socket.write(OK);
        drip(socket, 'a: b\r\n');
      },
    ],
    [
      'an endless body',
      'too-large',
      (socket) => {
        socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
        const chunk = `10000\r\n${'x'.repeat(65536)}\r\n`;
        const pour = () => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', pour);
        pour();
      },
    ],
    [
      'a body that is not compressed as stated',
      'cut-off',
      (socket) => socket.end(`${OK}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}`),
    ],
    ['an endless redirect', 'redirected-away', (socket) => socket.write(redirect(307, '/again'))],
    [
      'a redirect to an invalid address',
      'redirected-away',
      (socket) => socket.write(redirect(308, 'http://[none')),
    ],
  ];

  test.each(NO_ANSWER)('%s is %s', async (_, cause, response) => {
    await using server = await listenRaw(response);
    const timeout = cause === 'timeout' ? TIMEOUT : PATIENCE;
    const got = await sendOnce(server.url, { timeout });

    expect(got).toMatchObject({ kind: 'unanswered', cause });
    expect(got.ms).toBeLessThan(timeout + PATIENCE);
  });
});

test.each(['GET', 'PUT', 'DELETE'] as const)('%s has a body unless it is GET', async (method) => {
  const seen: string[] = [];
  await using server = await listenHttp((request, response) => {
    request.on('data', (data) => seen.push(String(data)));
    request.on('end', () => {
      seen.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
  });
  const transport = openTransport({
    url: server.url,
    headers: {},
    limits: { concurrency: 1, timeout: PATIENCE },
  });
  const request = { method, path: '/v1/ch?a=1', token: 'a', body: '{"n":1}', mayBeRepeated: true };

  expect(await transport.send(request)).toMatchObject({ kind: 'answered', text: '{}' });
  expect(seen).toEqual([...(method === 'GET' ? [] : ['{"n":1}']), `${method} /v1/ch?a=1`]);
  await transport.close();
});

function redirect(status: number, location: string): string {
  return `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`;
}

function createSlots(count: number) {
  const opened: Connections[] = [];
  const closed: Connections[] = [];
  const slots = createConnectionSlots(count, () => {
    const connections: Connections = {
      request: () => Promise.reject(new Error('not sent')),
      close: async () => void closed.push(connections),
    };
    opened.push(connections);

    return connections;
  });
  const numberOf = (choice?: 'new' | 'same', during = async () => {}) =>
    slots.use(choice, async (connections) => {
      await during();

      return opened.indexOf(connections);
    });

  return { numberOf, opened, closed, slots };
}

test('requests one after another use one connection, and simultaneous ones use others', async () => {
  const { numberOf } = createSlots(2);

  expect([await numberOf(), await numberOf()]).toEqual([0, 0]);
  expect(await Promise.all([numberOf(), numberOf()])).toEqual([0, 1]);
});

test('a request that follows a response uses its connection, not one in flight', async () => {
  const { numberOf } = createSlots(2);
  const { promise: response, resolve: respond } = Promise.withResolvers<void>();
  const inFlight = numberOf(undefined, () => response);

  expect([await numberOf(), await numberOf()]).toEqual([1, 1]);
  respond();
  expect(await inFlight).toBe(0);
});

test('a sequence has a new connection, which other requests leave alone', async () => {
  const { numberOf, opened, closed } = createSlots(2);
  const numbers = [await numberOf(), await numberOf('new'), await numberOf(), await numberOf('same')];

  expect(numbers).toEqual([0, 1, 2, 1]);
  expect(await numberOf('new')).toBe(3);
  expect([closed.length, opened.length]).toEqual([2, 4]);
});

test('no more connections are open than there are slots', async () => {
  const { numberOf, opened, closed, slots } = createSlots(1);

  expect([await numberOf(), await numberOf('new'), await numberOf(), await numberOf('same')]).toEqual([
    0, 1, 1, 1,
  ]);
  expect(await numberOf(undefined, async () => void (await numberOf('new')))).toBe(1);
  expect(opened.length - closed.length).toBe(1);
  await slots.close();
  expect(closed).toEqual(opened);
});

const readLatencies = (...times: readonly number[]) => latenciesOf(times, 0);

test('without a response there are no latencies', () => {
  expect(latenciesOf([], 1)).toBeUndefined();
});

test('percentiles are response times that occurred', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  expect(readLatencies(...hundred.toReversed())).toMatchObject({
    answered: 100,
    p50: 50,
    p95: 95,
    p99: 99,
    max: 100,
  });
  expect(readLatencies(7)).toMatchObject({ answered: 1, unanswered: 0, p50: 7, p95: 7, p99: 7, max: 7 });
});

test('the histogram starts and ends with a response', () => {
  expect(readLatencies(0, 3, 15, 15)?.buckets).toEqual([
    { upTo: 1, answers: 1 },
    { upTo: 2, answers: 0 },
    { upTo: 5, answers: 1 },
    { upTo: 10, answers: 0 },
    { upTo: 20, answers: 2 },
  ]);
  expect(readLatencies(300)?.buckets).toEqual([{ upTo: 500, answers: 1 }]);
});

test('every response is in one bucket, the slowest in the last', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 600_000 }), { minLength: 1 }), (times) => {
      const { buckets, answered, max } = readLatencies(...times)!;

      expect(buckets.reduce((sum, { answers }) => sum + answers, 0)).toBe(answered);
      expect(buckets.at(-1)?.upTo).toBeGreaterThanOrEqual(max);
      expect(buckets.at(-1)?.answers).toBeGreaterThan(0);
      expect(buckets[0]?.answers).toBeGreaterThan(0);
    }),
  );
});

const MAX_BYTES = 1000;

async function read(bytes: Buffer, encoding?: string): Promise<BodyRead> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += 300) yield bytes.subarray(start, start + 300);
  }

  return await readBody(chunks(), encoding, MAX_BYTES);
}

test.each([
  ['gzip', gzipSync(Buffer.alloc(1e6))],
  ['br', brotliCompressSync(Buffer.alloc(1e6))],
  ['zstd', zstdCompressSync(Buffer.alloc(1e6))],
  ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(1e6)))],
])('a body is not decompressed beyond the limit: %s', async (encoding, bytes) => {
  expect(await read(bytes, encoding)).toMatchObject({ kind: 'too-large' });
});

test('a body beyond the limit is read up to it', async () => {
  expect(await read(Buffer.alloc(1e6, 'x'))).toEqual({ kind: 'too-large', text: 'x'.repeat(MAX_BYTES) });
});
