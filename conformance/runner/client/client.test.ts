import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listenHttp, listenRaw, sendOnce } from '../../../test/deployments/listen.ts';
import { type HttpResult, type OutgoingRequest, toHttpResponse } from '../../rule/http-result.ts';
import { createClient, patienceFor } from './client.ts';
import { createLimiter } from './limiter.ts';

import { openTransport } from './transport.ts';

const REQUEST: OutgoingRequest = { path: '/v1/ch', token: undefined, body: '{}', mayBeRepeated: true };
const DONE = answered(200);

function answered(status: number, headers: Record<string, string> = {}): HttpResult {
  return toHttpResponse({ status, headers, text: '', ms: 1 });
}

function lost(cause: 'reset' | 'timeout' | 'cut-off'): HttpResult {
  return { kind: 'unanswered', cause, detail: '', ms: 1 };
}

/** Throttled by a deployment without given results. */
const THROTTLED = '{"is":"throttled"}';

/** A client of a deployment that gives these results in turn, then the last one, or by the times of requests. The retry budget is in milliseconds. */
function clientOf(
  results: readonly HttpResult[] | ((at: readonly number[]) => HttpResult),
  each = 30_000,
  all = 60_000,
) {
  const at: number[] = [];
  const transport = {
    send: async ({ body }: OutgoingRequest) => {
      at.push(performance.now());
      if (typeof results === 'function') return results(at);
      if (results.length === 0) return body === THROTTLED ? answered(429, { 'retry-after': '0' }) : DONE;

      return results[Math.min(at.length, results.length) - 1]!;
    },
    close: async () => {},
    reconnect: async () => {},
  };
  const pace = createLimiter({ concurrency: 4, rate: undefined, maxRequests: 1000 });

  return { client: createClient(transport, new URL('http://127.0.0.1'), pace, { each, all }), at };
}

const DAY = 86_400_000;

/** The headers of a server whose clock differs by this many milliseconds. */
function putOffBy(ms: number, difference: number): Record<string, string> {
  const now = Date.now() + difference;

  return { date: new Date(now).toUTCString(), 'retry-after': new Date(now + ms).toUTCString() };
}

describe('a throttled request', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['429 and seconds', 429, () => ({ 'retry-after': '1' }), 950],
    ['429 and a date', 429, () => ({ 'retry-after': new Date(Date.now() + 1000).toUTCString() }), 950],
    ['429 and a date, by a clock a day behind', 429, () => putOffBy(1000, -DAY), 950],
    ['429 and a date, by a clock a day ahead', 429, () => putOffBy(1000, DAY), 950],
    ['429 and a past date', 429, () => ({ 'retry-after': new Date(0).toUTCString() }), 0],
    ['429 alone', 429, () => ({}), 240],
    ['503 and zero seconds', 503, () => ({ 'retry-after': '0' }), 0],
    ['400 and zero seconds', 400, () => ({ 'retry-after': '0' }), 0],
  ])('by %s is retried at that time', async (_, status, headers, atLeast) => {
    // A date has whole seconds, and must not come nearer before it is read.
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    const { client, at } = clientOf([answered(status, headers()), DONE]);

    expect(await client.send(REQUEST)).toEqual(DONE);
    expect(at).toHaveLength(2);
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(atLeast);
    expect(at[1]! - at[0]!).toBeLessThan(atLeast + 5000);
  });

  test('fails after a few retries', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '0' })]);

    expect(await client.send(REQUEST)).toMatchObject({ kind: 'unanswered', cause: 'throttled' });
    expect(at.length).toBeLessThanOrEqual(20);
  });

  test('waits once, not for each request, where every request is throttled', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '0.2' })], 500);
    const answers = [
      await client.send(REQUEST),
      ...(await Promise.all(Array.from({ length: 9 }, () => client.send(REQUEST)))),
    ];

    expect(answers).toEqual(Array(10).fill(expect.objectContaining({ cause: 'throttled' })));
    expect(at.length).toBeLessThanOrEqual(4 + 2 * 9);
  });

  test('fails at once where it would wait for an hour', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '3600' })]);

    expect(await client.send(REQUEST)).toMatchObject({
      cause: 'throttled',
      detail: 'status 429 with a Retry-After of 3600 s, and no more than 10 s are waited for',
    });
    expect(at).toHaveLength(1);
  });

  test('fails earlier while others are answered', async () => {
    const { client, at } = clientOf([]);
    const others = setInterval(() => void client.send(REQUEST), 5);
    const response = await client.send({ ...REQUEST, body: THROTTLED });
    clearInterval(others);

    expect(response).toMatchObject({
      cause: 'throttled',
      detail: 'status 429 again and again, while other requests were answered',
    });
    expect(at.length).toBeGreaterThan(6);
  });

  test('is served at last under a limit that counts the refused requests too', async () => {
    const { client } = clientOf(
      (at) => (at.at(-11)! > performance.now() - 50 ? answered(429, { 'retry-after': '0.05' }) : DONE),
      30_000,
      5000,
    );
    const results = await Promise.all(Array.from({ length: 200 }, () => client.send(REQUEST)));

    expect(results.filter(({ kind }) => kind === 'unanswered')).toEqual([]);
  });

  test('is retried until the run has waited too long in vain', async () => {
    // Each wait, of 200 ms, takes more than the budget of 100 ms, on a busy machine too.
    const later = answered(429, { 'retry-after': '0.2' });
    const { client, at } = clientOf([later, DONE, later], 30_000, 100);

    expect(await client.send(REQUEST)).toEqual(DONE);
    expect(await client.send(REQUEST)).toMatchObject({ kind: 'unanswered', cause: 'throttled' });
    const sent = at.length;
    expect(await client.send(REQUEST)).toMatchObject({ kind: 'unanswered', cause: 'throttled' });
    expect(at.length - sent).toBe(1);
  });

  test('delays the other requests', async () => {
    const { client, at } = clientOf([answered(429, { 'retry-after': '1' }), DONE]);
    const first = client.send(REQUEST);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await client.send(REQUEST);
    await first;

    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(950);
  });

  test('is never a success, whatever its headers', async () => {
    const { client, at } = clientOf([answered(200, { 'retry-after': '1' })]);
    await client.send(REQUEST);

    expect(at).toHaveLength(1);
  });
});

describe('a request without a response', () => {
  test('fails after a second closed connection', async () => {
    const { client } = clientOf([lost('reset')]);

    expect(await client.send(REQUEST)).toMatchObject({ cause: 'reset' });
    expect(client.budget.sent).toBe(2);
  });

  test.each(['timeout', 'cut-off'] as const)('is not sent again after %s', async (cause) => {
    const { client } = clientOf([lost(cause), DONE]);

    expect(await client.send(REQUEST)).toMatchObject({ cause });
    expect(client.budget.sent).toBe(1);
  });
});

test('a server that closes each connection after its response loses no request', async () => {
  await using server = await listenRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    setTimeout(() => socket.destroy(), 0);
  });
  const transport = openTransport({
    url: server.url,
    headers: {},
    limits: { concurrency: 1, timeout: 10_000 },
  });
  const client = createClient(
    transport,
    server.url,
    createLimiter({ concurrency: 1, rate: undefined, maxRequests: 100 }),
    patienceFor(100),
  );
  const kinds: string[] = [];
  for (let n = 0; n < 20; n++) kinds.push((await client.send(REQUEST)).kind);
  await transport.close();

  expect(kinds).toEqual(Array(20).fill('answered'));
});

/** In milliseconds; no response is that late on a busy machine. */
const PATIENCE = 10_000;

describe('redirects', () => {
  test.each([307, 308])(
    'with %d to the same origin are followed with method, headers and body',
    async (status) => {
      const seen: IncomingMessage[] = [];
      const bodies: string[] = [];
      await using server = await listenHttp((request, response) => {
        seen.push(request);
        request.on('data', (data) => bodies.push(String(data)));
        if (request.url === '/v1/ch') response.writeHead(status, { location: '/new?a=1' }).end();
        else request.on('end', () => response.end('{}'));
      });

      const got = await sendOnce(server.url, { headers: { 'x-own': 'yes' } });

      expect(got).toMatchObject({ kind: 'answered', text: '{}' });
      expect(
        seen.map(({ method, url, headers }) => [method, url, headers['x-own'], headers.authorization]),
      ).toEqual([
        ['POST', '/v1/ch', 'yes', 'Bearer secret-token'],
        ['POST', '/new?a=1', 'yes', 'Bearer secret-token'],
      ]);
      expect(bodies).toEqual(['{"n":1}', '{"n":1}']);
    },
  );

  test('to another origin are not followed, so that it never gets the token', async () => {
    const seenElsewhere: string[] = [];
    await using elsewhere = await listenHttp((request, response) => {
      seenElsewhere.push(JSON.stringify(request.rawHeaders));
      response.end('{}');
    });
    await using server = await listenHttp((_, response) =>
      response.writeHead(307, { location: `${elsewhere.url.href}v1/ch` }).end(),
    );
    const got = await sendOnce(server.url);

    expect(got).toMatchObject({ cause: 'redirected-away', detail: `a redirect to ${elsewhere.url.origin}` });
    expect(seenElsewhere).toEqual([]);
    expect(elsewhere.connections).toBe(0);
  });

  test('share one timeout', async () => {
    const timeout = 250;
    await using server = await listenHttp((request, response) => {
      const slow = () => response.writeHead(307, { location: `${request.url}x` }).end();
      setTimeout(slow, timeout * 0.6);
    });
    const got = await sendOnce(server.url, { timeout });

    expect(got).toMatchObject({ cause: 'timeout' });
    expect(got.ms).toBeLessThan(PATIENCE);
  });
});
