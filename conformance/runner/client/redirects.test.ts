import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listenHttp } from '../../../test/deployments/listen.ts';
import { sendOnce } from '../../../test/deployments/send-once.ts';
import { followRedirects } from './redirects.ts';
import { openTransport } from './transport.ts';

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

  test('to another host with the same port are not followed', async () => {
    await using server = await listenHttp((request, response) =>
      response.writeHead(308, { location: `//localhost:${request.socket.localPort}/v1/ch` }).end(),
    );

    expect(await sendOnce(server.url)).toMatchObject({ cause: 'redirected-away' });
  });

  test('in a loop are followed a few times', async () => {
    let asked = 0;
    await using server = await listenHttp((_, response) => {
      asked++;
      response.writeHead(307, { location: '/v1/ch' }).end();
    });
    await sendOnce(server.url);

    expect(asked).toBeLessThanOrEqual(5);
  });

  test.each([301, 302, 303])('with %d are responses', async (status) => {
    await using server = await listenHttp((_, response) =>
      response.writeHead(status, { location: '/login' }).end(),
    );

    expect(await sendOnce(server.url)).toMatchObject({ kind: 'answered', status });
  });

  test('of one kind of request are not applied to another', async () => {
    const seen: string[] = [];
    await using server = await listenHttp((request, response) => {
      const { method, url, headers } = request;
      seen.push(`${method} ${url}`);
      const isOrdinary = method === 'POST' && headers.authorization !== undefined;
      if (url === '/v1/ch' && !isOrdinary) response.writeHead(308, { location: '/login' }).end();
      else response.end('{}');
    });
    const transport = openTransport({
      url: server.url,
      headers: {},
      limits: { concurrency: 1, timeout: PATIENCE },
    });
    const send = followRedirects(transport, server.url);
    const ordinary = { path: '/v1/ch', token: 'a', body: '{}', mayBeRepeated: true };
    const others = [{ ...ordinary, token: undefined }, { ...ordinary, method: 'PUT' } as const];
    for (const request of [ordinary, ...others, ordinary, ...others]) await send(request);
    await transport.close();

    expect(seen.filter((line) => line === 'POST /v1/ch')).toHaveLength(3);
    expect(seen.filter((line) => line.endsWith('/login'))).toEqual([
      'POST /login',
      'PUT /login',
      'POST /login',
      'PUT /login',
    ]);
  });

  test.each([
    { status: 307, each: 'the same', last: ['/new'] },
    { status: 307, each: 'another', last: ['/v1/ch', '/new4'] },
    { status: 308, each: 'another', last: ['/new1'] },
  ])('$status to $each path each time is remembered accordingly', async ({ status, each, last }) => {
    const seen: string[] = [];
    let times = 0;
    await using server = await listenHttp(({ url = '' }, response) => {
      seen.push(url);
      if (url !== '/v1/ch') return response.end('{}');
      const location = each === 'another' ? `/new${++times}` : '/new';

      return response.writeHead(status, { location }).end();
    });
    const transport = openTransport({
      url: server.url,
      headers: {},
      limits: { concurrency: 1, timeout: PATIENCE },
    });
    const send = followRedirects(transport, server.url);
    for (let calls = 0; calls < 4; calls++) {
      seen.length = 0;
      await send({ path: '/v1/ch', token: 'a', body: '{}', mayBeRepeated: true });
    }
    await transport.close();

    expect(seen).toEqual(last);
  });

  test('to a path that is gone are forgotten', async () => {
    let isElsewhere = true;
    await using server = await listenHttp(({ url }, response) => {
      if (url === '/new') response.writeHead(isElsewhere ? 200 : 404).end();
      else response.writeHead(isElsewhere ? 307 : 200, isElsewhere ? { location: '/new' } : {}).end();
    });
    const transport = openTransport({
      url: server.url,
      headers: {},
      limits: { concurrency: 1, timeout: PATIENCE },
    });
    const send = followRedirects(transport, server.url);
    const request = { path: '/v1/ch', token: 'a', body: '{}', mayBeRepeated: true };
    for (let calls = 0; calls < 3; calls++) await send(request);
    isElsewhere = false;
    const answers = [await send(request), await send(request)];
    await transport.close();

    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
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
