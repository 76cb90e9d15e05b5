/** Requests that break HTTP itself: each gets a problem, in its turn, if the client still reads. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../src/contract/types.ts';
import { createJournals } from '../../src/exchange/journal/journal.ts';
import { createMemoryLedger } from '../../src/ledger/memory.ts';
import { createApp } from '../../src/mock/app.ts';
import { createFaultStore } from '../../src/mock/behaviors/faults/faults.ts';
import { type RunningMock, startMock } from '../../src/mock/index.ts';
import { createServer, type MockServer } from '../../src/mock/server.ts';
import { createClock } from '../../src/mock/worlds/clock.ts';
import type { World } from '../../src/mock/worlds/world.ts';
import { answersIn, talk } from './talk.ts';

let mock: RunningMock;
let port: number;
beforeAll(async () => {
  mock = await startMock();
  port = Number(new URL(mock.url).port);
});
afterAll(() => mock.close());

const BODY = '{"amount":100,"nicn":"424242","region":"AZ"}';

const head = (own = '', line = 'POST /v1/ch HTTP/1.1') =>
  `${line}\r\nHost: a\r\nContent-Type: application/json\r\nX-Requested-With: xhr\r\nAuthorization: Bearer ${mock.token()}\r\n${own}\r\n`;
const good = (own = '') => `${head(`Content-Length: ${BODY.length}\r\n${own}`)}${BODY}`;
const chunked = (chunks: string) => `${head('Transfer-Encoding: chunked\r\n')}${chunks}`;

async function ask(text: string, halfClose: 'at once' | 'never' = 'at once') {
  const { heard, end } = await talk(port, Buffer.from(text, 'latin1'), { halfClose });

  return { answers: answersIn(heard), end };
}

const BROKEN: readonly (readonly [name: string, text: () => string, status: number, detail: string])[] = [
  ['words', () => 'hello, is anybody there?\r\n\r\n', 400, 'begins with a method'],
  [
    'a method that there is not',
    () => 'BREW /v1/ch HTTP/1.1\r\nHost: a\r\n\r\n',
    400,
    'begins with a method',
  ],
  ['a version that there is not', () => 'GET / HTTP/9.9\r\n\r\n', 400, 'HTTP/1.1 or HTTP/1.0'],
  ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'got HTTP/2'],
  ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'begins with a method'],
  ['half a request line', () => 'POST /v1/', 400, 'the whole request'],
  ['half of the headers', () => 'POST /v1/ch HTTP/1.1\r\nHos', 400, 'the whole request'],
  ['half a body', () => `${head('Content-Length: 500\r\n')}${BODY}`, 400, 'the whole request'],
  ['chunks without an end', () => chunked('2\r\n{}\r\n'), 400, 'the whole request'],
  ['a chunk of no size', () => chunked('zz\r\n{}\r\n'), 400, 'hexadecimal'],
  ['a chunk of a size without end', () => chunked('fffffffffffffffff\r\n'), 400, 'hexadecimal'],
  ['a chunk with an endless remark', () => chunked(`1;${'a'.repeat(20_000)}\r\n`), 400, 'extensions'],
  ['a path with a NUL', () => 'GET /v1/\0ch HTTP/1.1\r\n\r\n', 400, 'a path without'],
  ['a header with a NUL', () => 'GET / HTTP/1.1\r\nX: \0\r\n\r\n', 400, 'visible characters'],
  ['a header on two lines', () => 'GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n', 400, 'visible characters'],
  ['a space before the colon', () => 'GET / HTTP/1.1\r\nHost : a\r\n\r\n', 400, 'visible characters'],
  ['two lengths', () => head('Content-Length: 5\r\nContent-Length: 3\r\n'), 400, 'one Content-Length'],
  ['one length twice', () => head('Content-Length: 5\r\nContent-Length: 5\r\n'), 400, 'one Content-Length'],
  ['a negative length', () => head('Content-Length: -1\r\n'), 400, 'one Content-Length'],
  [
    'a length and chunks',
    () => head('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
    400,
    'Transfer-Encoding',
  ],
  [
    'chunks and a length',
    () => head('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n'),
    400,
    'Transfer-Encoding',
  ],
  ['another encoding', () => head('Transfer-Encoding: gzip\r\n'), 400, 'no Transfer-Encoding but chunked'],
  ['an encoding after chunks', () => head('Transfer-Encoding: chunked, gzip\r\n'), 400, 'but chunked'],
  ['a broken percent-encoding', () => head('', 'POST /v1/%zz HTTP/1.1'), 400, 'percent-encoding'],
  [
    'another coding',
    () => `${head(`Content-Encoding: gzip\r\nContent-Length: 2\r\n`)}{}`,
    415,
    'Content-Encoding',
  ],
  [
    'headers that are too large',
    () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(2_000_000)}\r\n\r\n`,
    431,
    '16 KiB',
  ],
  ['too many headers', () => `GET / HTTP/1.1\r\n${'A: b\r\n'.repeat(3000)}\r\n`, 431, '16 KiB'],
  ['a path that is too long', () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, '16 KiB'],
  [
    'a body that is too large',
    () => `${head('Content-Length: 3000000\r\n')}${'x'.repeat(3_000_000)}`,
    413,
    '1 MiB',
  ],
  [
    'chunks that are too large',
    () => chunked(`${(3_000_000).toString(16)}\r\n${'x'.repeat(3_000_000)}\r\n0\r\n\r\n`),
    413,
    '1 MiB',
  ],
  ['a tunnel', () => 'CONNECT bank.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'not a proxy'],
  [
    'another protocol',
    () => head('Upgrade: websocket\r\nConnection: Upgrade\r\n', 'GET /v1/ch HTTP/1.1'),
    405,
    'POST',
  ],
  [
    'what cannot be expected',
    () => `${head('Expect: miracles\r\nContent-Length: 2\r\n')}{}`,
    417,
    '100-continue',
  ],
  [
    'another method and a body of no type',
    () => 'DELETE /v1/ch HTTP/1.1\r\nContent-Type: ;\r\nContent-Length: 1\r\n\r\nx',
    405,
    'got DELETE',
  ],
  ['a method that has a body and brought none', () => head('', 'QUERY /v1/ch HTTP/1.1'), 405, 'got QUERY'],
  ['another method of a whole address', () => head('', 'GET http://a/v1/ch HTTP/1.1'), 405, 'got GET'],
  [
    'a path that is not there, and a body of no type',
    () => 'POST /x HTTP/1.1\r\nContent-Type: ;\r\nContent-Length: 1\r\n\r\nx',
    404,
    'POST /v1/ch',
  ],
];

describe('what breaks HTTP', () => {
  test.each(BROKEN)('is answered with a problem: %s', async (_name, text, status, detail) => {
    const { answers, end } = await ask(text());
    const [answer] = answers;
    const problem = JSON.parse(answer?.body ?? '') as Problem;

    expect(answers).toHaveLength(1);
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
    expect(problem).toMatchObject({ status, detail: expect.stringContaining(detail) });
    expect(answer?.headers['request-id']).toBe(problem.instance);
    if (status === 405) expect(answer?.headers['allow']).toBe('POST, OPTIONS');
    expect(end).toBe('ended');
  });

  test.each<[string, () => string, readonly number[]]>([
    ['after a right request', () => `${good()}NONSENSE`, [200, 400]],
    [
      'after a request that is answered late',
      () => `${good('Tollgate-Fault: latency=200\r\n')}NONSENSE`,
      [200, 400],
    ],
    ['after several', () => `${good()}${good()}${chunked('zz\r\n')}`, [200, 200, 400]],
    [
      'for a tunnel',
      () => `${good('Tollgate-Fault: latency=100\r\n')}CONNECT a:1 HTTP/1.1\r\n\r\n`,
      [200, 501],
    ],
    [
      'in the rest of a refused request',
      () => `${head('Transfer-Encoding: chunked\r\n', 'POST /x HTTP/1.1')}zz\r\n`,
      [400],
    ],
    ['twice', () => `NONSENSE\r\n\r\n${'x'.repeat(200_000)}`, [400]],
  ])('is answered in its turn and once: %s', async (_name, text, statuses) => {
    // Node gives up what it has not answered yet as soon as the client says that it is done.
    expect((await ask(text(), 'never')).answers.map(({ status }) => status)).toEqual(statuses);
  });

  test('in a body leaves the next request on the connection alone', async () => {
    const large = `${head('Content-Length: 3000000\r\n')}${'x'.repeat(3_000_000)}`;
    const { answers } = await ask(`${large}${good('Connection: close\r\n')}`, 'never');

    expect(answers.map(({ status }) => status)).toEqual([413, 200]);
  });
});

describe('what is odd and fine', () => {
  test.each([
    ['HTTP/1.0', () => good().replace('HTTP/1.1', 'HTTP/1.0')],
    ['a whole address', () => good().replace('/v1/ch', 'http://a/v1/ch')],
    ['an upgrade that need not be', () => good('Connection: Upgrade\r\nUpgrade: h2c\r\n')],
    ['an Expect: 100-continue', () => good('Expect: 100-continue\r\n')],
    ['a coding that is none', () => good('Content-Encoding: identity\r\n')],
    ['no header Host', () => good().replace('Host: a\r\n', '')],
    [
      'chunks',
      () =>
        chunked(
          `5\r\n${BODY.slice(0, 5)}\r\n${(BODY.length - 5).toString(16)};x=y\r\n${BODY.slice(5)}\r\n0\r\nA: b\r\n\r\n`,
        ),
    ],
  ])('%s', async (_name, text) => {
    expect((await ask(text())).answers).toMatchObject([{ status: 200 }]);
  });
});

/** A server that waits for a whole request for `arrival` milliseconds. */
function hurried(answer: World['answer'], arrival = 240): MockServer {
  const home: World = {
    kind: 'world',
    name: undefined,
    clock: createClock(),
    journal: createJournals(0, () => {})(),
    ledger: createMemoryLedger(),
    faults: createFaultStore(),
    choices: { list: () => ({}), start: {}, use: async () => {}, reset: async () => {} },
    scenario: undefined,
    useScenario: async () => {},
    answer,
    verdict: () => ({}),
    bytes: () => 0,
    record: (_, response) => response,
    reset: async () => {},
  };
  const app = createApp({
    worlds: { home, find: () => home, open: () => home },
    reference: async () => async () => ({ status: 404, headers: {}, body: '' }),
    control: undefined,
    isTls: false,
    methods: [],
    onBug: () => {},
  });

  return createServer({ app, home, onBug: () => {}, arrival });
}

describe('a request that does not end', () => {
  test.each([
    ['in its headers', 'POST /v1/ch HTTP/1.1\r\nHost: a\r\n'],
    ['in its body', 'POST /v1/ch HTTP/1.1\r\nContent-Length: 5\r\n\r\n{'],
    ['in its chunks', 'POST /v1/ch HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{'],
    ['because it does not begin', ''],
  ])('%s gets a problem, and its connection ends', async (_name, text) => {
    const server = hurried(() => Promise.reject(new Error('asked for')));
    const url = await server.listen(0, '127.0.0.1');
    const { heard, end } = await talk(Number(new URL(url).port), Buffer.from(text));
    await server.close();

    expect(end).toBe('ended');
    expect(answersIn(heard)).toMatchObject([
      {
        status: 408,
        headers: { 'content-type': 'application/problem+json', 'request-id': expect.any(String) },
      },
    ]);
  });
});

test('a connection that waits for its next request may wait for longer than a request may take', async () => {
  const server = hurried(() => Promise.resolve({ status: 204, headers: {}, body: '' }), 1_500);
  const socket = connect(Number(new URL(await server.listen(0, '127.0.0.1')).port), '127.0.0.1');
  const statuses: string[] = [];
  for (const pause of [0, 2_000]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    socket.write(good());
    const [heard] = (await once(socket, 'data')) as [Buffer];
    statuses.push(heard.toString().slice(0, 12));
  }
  socket.destroy();
  await server.close();

  expect(statuses).toEqual(['HTTP/1.1 204', 'HTTP/1.1 204']);
});

test('a client that resets its connection at any time leaves the mock as it was', async () => {
  for (const text of [
    '',
    'POST',
    head('Content-Length: 50\r\n'),
    good(),
    'CONNECT a:1 HTTP/1.1\r\n\r\n',
    'NONSENSE',
  ]) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    await new Promise((resolve) => setTimeout(resolve, 10));
    socket.resetAndDestroy();
  }

  expect((await ask(good())).answers).toMatchObject([{ status: 200 }]);
});
