/** No service hides an exchange from the proxy, and no open connection keeps the proxy from ending. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createConsoleFiles } from '../../src/console/console-files.ts';
import { findFreePort, listenHttp } from '../deployments/listen.ts';
import { ask, listenRaw, lostCall, OK, post, startFront, upgrade } from './wire.ts';

describe('a refused upgrade', () => {
  test('is an exchange, and so is each that follows on its connection', async () => {
    await using service = await listenRaw(() => OK);
    await using front = await startFront(service.url);
    const offer = upgrade('/v1/ch');
    const socket = connect(front.port, '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
    });
    for (const [at, bytes] of [
      offer,
      post(),
      offer,
      post(['Connection: upgrade', 'Upgrade: odd']),
    ].entries()) {
      socket.write(bytes);
      await expect.poll(() => received).toBe(OK.repeat(at + 1));
    }
    // In one segment, before the first is answered.
    socket.write(offer + post() + offer);
    await expect.poll(() => received).toBe(OK.repeat(7));
    await expect
      .poll(() => front.events.map(({ kind }) => kind))
      .toEqual(Array.from({ length: 7 }, () => 'exchange'));
    expect([front.counts(), service.sockets.size]).toEqual([{ exchanges: 7, others: 0 }, 1]);
    socket.destroy();
  });

  test('of CONNECT ends the connection, so that nothing behind it passes unseen', async () => {
    let requests = 0;
    await using service = await listenRaw((_, socket) => {
      requests += 1;
      socket.end('HTTP/1.1 405 No\r\nContent-Length: 2\r\n\r\nno');

      return undefined;
    });
    await using front = await startFront(service.url);
    const received = await ask(front.port, `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${post()}`);
    expect(received).toBe('HTTP/1.1 405 No\r\nContent-Length: 2\r\n\r\nno');
    expect([requests, front.counts()]).toEqual([1, { exchanges: 0, others: 1 }]);
  });
});

test('bytes pass both ways behind 101, also where the service leaves out Connection: upgrade', async () => {
  const accepted = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: odd\r\n\r\none';
  await using service = await listenRaw((head) => (head.startsWith('GET') ? accepted : `got ${head}`));
  const front = await startFront(service.url);
  const socket = connect(front.port, '127.0.0.1');
  socket.write(`${upgrade('/v1/ch')}two\r\n\r\n`);
  let received = '';
  for await (const piece of socket) {
    received += piece;
    if (received.length >= accepted.length + 'got two\r\n\r\n'.length) break;
  }
  expect(received).toBe(`${accepted}got two\r\n\r\n`);
  await front.close(undefined, AbortSignal.abort());
});

test.each([
  [
    'an upgrade',
    upgrade('/socket'),
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: odd\r\n\r\n',
  ],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n'],
])('the proxy ends while %s is open, at once when it is in a hurry', async (_, request, answer) => {
  await using service = await listenRaw(() => answer);
  const front = await startFront(service.url);
  const socket = connect(front.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(request);
  const [bytes] = await once(socket, 'data');
  expect(bytes.toString()).toBe(answer);
  const closed = once(socket, 'close');
  const hurry = new AbortController();
  const waits: number[] = [];
  await front.close((requests) => {
    waits.push(requests);
    hurry.abort();
  }, hurry.signal);
  await closed;
  expect(waits).toEqual([1]);
});

test('a client that sends nothing more and gets nothing is given up, with its connection to the service', async () => {
  await using service = await listenRaw(() => undefined);
  await using front = await startFront(service.url, { patience: 50 });
  const socket = connect({ port: front.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(post());
  socket.resume();
  await once(socket, 'end');
  // The service notices when it writes.
  await expect
    .poll(() => [...service.sockets].map((each) => each.write('HTTP/1.1 100 Continue\r\n\r\n')))
    .toEqual([]);
  expect(front.events).toMatchObject([lostCall('the client left before the response')]);
  socket.destroy();
});

test('a response that no request has asked for reaches no client, and ends its connection', async () => {
  await using service = await listenRaw(() => OK);
  await using front = await startFront(service.url);
  const socket = connect(front.port, '127.0.0.1');
  let received = '';
  socket.on('data', (piece) => {
    received += piece.toString('latin1');
  });
  const closed = once(socket, 'close');
  socket.write(post());
  await expect.poll(() => received).toBe(OK);
  for (const each of service.sockets) each.write(OK);
  await closed;
  expect(received).toBe(OK);
});

test('two proxies in a circle stop after their client has left', async () => {
  const port = await findFreePort();
  await using front = await startFront(`http://127.0.0.1:${port}`);
  await using other = await startFront(front.url, { port });
  const socket = connect(front.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(post());
  await once(socket, 'connect');
  await expect.poll(() => front.counts().exchanges).toBeGreaterThan(3);
  socket.destroy();
  const counted = () => {
    const both = [front, other].map((each) => each.counts());

    return both.reduce((sum, { exchanges, others }) => sum + exchanges + others, 0);
  };
  const judged = () => front.events.length + other.events.length;
  // Each is over: answered by the proxy that saw the circle, or not at all.
  await expect.poll(() => judged() > 0 && counted() - judged() <= 2, { interval: 50 }).toBe(true);
});

// The console of the proxy: for a browser of this machine at `/`, and every other request passes.

const NAVIGATION = {
  accept: 'text/html,*/*;q=0.8',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};

let service: Awaited<ReturnType<typeof listenHttp>>;
let front: Awaited<ReturnType<typeof startFront>>;
const passed: string[] = [];
beforeAll(async () => {
  service = await listenHttp(({ method, url, headers }, response) => {
    passed.push(`${method} ${url} ${headers.accept}`);
    response.end('the service');
  });
  front = await startFront(service.url.href, { consoleFiles: createConsoleFiles() });
});
afterAll(async () => {
  await front.close();
  await service[Symbol.asyncDispose]();
});

/** With fetch, a test could not set these headers. */
async function get(path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const { request } = await import('undici');
  const { statusCode, headers: got, body } = await request(`${front.url}${path}`, { method, headers });

  return { status: statusCode, headers: got, text: await body.text() };
}

describe('the console of a proxy', () => {
  it.each(['/', '/_tollgate', '/_tollgate/'])('is at %s for a browser of this machine', async (path) => {
    const { status, headers, text } = await get(path, NAVIGATION);

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain('console/main.js');
  });

  it('answers HEAD of its streamed journal at once', async () => {
    expect((await get('/_tollgate/journal?follow=true', { accept: '*/*' }, 'HEAD')).status).toBe(200);
  });

  it.each<[string, string, Readonly<Record<string, string>>, string?]>([
    ['a navigation that accepts no HTML', '/', { ...NAVIGATION, accept: '*/*' }],
    ['a program', '/', { accept: '*/*' }],
    ['a program that accepts HTML', '/', { accept: 'text/html' }],
    ['a frame', '/', { ...NAVIGATION, 'sec-fetch-dest': 'iframe' }],
    ['a fetch of a page', '/', { ...NAVIGATION, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['a link of another site', '/', { ...NAVIGATION, 'sec-fetch-site': 'cross-site' }],
    ['another name of this machine', '/', { ...NAVIGATION, host: 'fees.example.com' }],
    ['another path', '/docs', NAVIGATION],
    ['a query', '/?page=1', NAVIGATION],
    ['another method', '/', NAVIGATION, 'HEAD'],
  ])('lets %s pass to the service', async (_, path, headers, method = 'GET') => {
    passed.length = 0;
    const { status } = await get(path, headers, method);

    expect([status, passed]).toEqual([200, [`${method} ${path} ${headers['accept']}`]]);
  });
});
