import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { version } from '../../../src/contract/version.ts';
import { DESERTED, listenHttp, listenRaw } from '../../../test/deployments/listen.ts';
import { sendOnce } from '../../../test/deployments/send-once.ts';
import { openTransport } from './transport.ts';

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

  test('a closed port is unreachable', async () => {
    expect(await sendOnce(DESERTED)).toMatchObject({ cause: 'unreachable', detail: 'ECONNREFUSED' });
  });

  test('HTTP in place of HTTPS is unreachable', async () => {
    await using server = await listenRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const got = await sendOnce(new URL(server.url.href.replace('http:', 'https:')));

    expect(got).toMatchObject({ cause: 'unreachable', detail: expect.stringContaining('TLS') });
  });
});

describe('a response is accepted', () => {
  test.each([
    ['with a length', `${OK}content-length: 2\r\n\r\n{}`],
    ['that ends with the connection', `${OK}\r\n{}`],
    ['in HTTP 1.0', 'HTTP/1.0 200 OK\r\n\r\n{}'],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${OK}content-length: 2\r\n\r\n{}`],
    ['in chunks', `${OK}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    await using server = await listenRaw((socket) => socket.end(bytes));

    expect(await sendOnce(server.url)).toMatchObject({ kind: 'answered', status: 200, text: '{}' });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('compressed with %s without Accept-Encoding', async (encoding, compress) => {
    const asked: (string | string[] | undefined)[] = [];
    await using server = await listenHttp((request, response) => {
      asked.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"message":"ok"}'));
    });

    expect(await sendOnce(server.url)).toMatchObject({ kind: 'answered', text: '{"message":"ok"}' });
    expect(asked).toEqual([undefined]);
  });

  test('that is a refusal', async () => {
    await using server = await listenHttp((_, response) => response.writeHead(500).end('no'));

    expect(await sendOnce(server.url)).toMatchObject({ kind: 'answered', status: 500, text: 'no' });
  });

  test('that is an endless refusal, up to a limit', async () => {
    await using server = await listenHttp((_, response) => {
      response.writeHead(400);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65536)));
      };
      response.on('drain', pour);
      pour();
    });
    const got = await sendOnce(server.url);

    expect(got).toMatchObject({ kind: 'answered', status: 400, text: expect.stringMatching(/^x+$/) });
  });

  test('with its response time', async () => {
    await using server = await listenHttp((_, response) => setTimeout(() => response.end('{}'), 80));
    const started = performance.now();
    const got = await sendOnce(server.url);

    expect(got.ms).toBeGreaterThanOrEqual(75);
    // It is a whole number.
    expect(got.ms).toBeLessThanOrEqual(Math.ceil(performance.now() - started));
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
