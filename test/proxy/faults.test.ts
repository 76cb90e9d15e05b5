/** What the proxy does when the service, the network, the client or the judge fails. */
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, request as httpsRequest } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { selfSignedFor } from '../../src/mock/http/certificate.ts';
import { createCalls } from '../../src/proxy/calls.ts';
import { findFreePort, listen, listenHttp } from '../deployments/listen.ts';

import { giveTurns, lostCall, startFront } from './wire.ts';

const FEE = '{"amount":10,"nicn":"424242","region":"AZ"}';
const OK = '{"transactionFee":0.31,"sTxId":"s1","message":"ok"}';

function serve(body: string | Buffer = OK, headers: Readonly<Record<string, string>> = {}) {
  return listenHttp((asked, answer) =>
    asked.resume().on('end', () => answer.writeHead(200, headers).end(body)),
  );
}

async function post(url: string, path = '/v1/ch', body = FEE) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer a.b.c' },
    body,
  });

  return { status: answer.status, marker: answer.headers.get('tollgate-proxy'), text: await answer.text() };
}

describe('a service that cannot be reached', () => {
  it.each([
    ['nothing listens', 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['the name is unknown', 'http://fees.invalid', 'fees.invalid'],
    ['it speaks no TLS', undefined, 'https://127.0.0.1'],
  ])('%s: 502 of the proxy, and counts for neither side', async (_, to, detail) => {
    await using plain = await serve();
    await using front = await startFront(to ?? plain.url.href.replace('http:', 'https:'));
    const { status, marker, text } = await post(front.url);
    await giveTurns();
    expect({ status, marker }).toEqual({ status: 502, marker: 'service-unreachable' });
    expect(JSON.parse(text).detail).toContain('tollgate proxy: the service could not be reached');
    expect(text).toContain(detail);
    expect(front.events).toEqual([{ kind: 'not-judged', why: 'the service could not be reached' }]);
  });

  it('its certificate is unknown, which --insecure or --ca mends', async () => {
    const tls = selfSignedFor('127.0.0.1');
    await using service = await listen(createHttpsServer(tls, (_, answer) => answer.end(OK)));
    const to = service.url.href.replace('http:', 'https:');
    await using strict = await startFront(to);
    await using insecure = await startFront(to, { upstream: { insecure: true } });
    await using trusting = await startFront(to, { upstream: { ca: String(tls.cert) } });
    expect(await post(strict.url)).toMatchObject({
      status: 502,
      text: expect.stringContaining('SELF_SIGNED'),
    });
    expect(await post(insecure.url)).toMatchObject({ status: 200, text: OK });
    expect(await post(trusting.url)).toMatchObject({ status: 200, text: OK });
  });
});

describe('the proxy', () => {
  it('serves https, and puts the path of --to before every path', async () => {
    const seen: unknown[] = [];
    await using service = await listenHttp(({ url, headers }, answer) => {
      seen.push([url, headers.host]);
      answer.end(OK);
    });
    const tls = selfSignedFor('127.0.0.1');
    await using front = await startFront(`${service.url}base/`, { tls });
    expect(front.url).toMatch(/^https:/);
    const own = httpsRequest(`${front.url}/team/v1/ch?x=1`, { method: 'POST', ca: String(tls.cert) }).end(
      FEE,
    );
    const [answer] = await once(own, 'response');
    answer.resume();
    await once(answer, 'end');
    await giveTurns();
    expect(seen).toEqual([['/base/team/v1/ch?x=1', service.url.host]]);
    expect(front.events).toMatchObject([
      { kind: 'exchange', exchange: { service: `${service.url}base/team`, request: { url: '/v1/ch?x=1' } } },
    ]);
  });

  it('gives exchanges with raw headers, decoded bodies and times, and nothing of other paths', async () => {
    await using service = await serve(gzipSync(OK), { 'Content-Encoding': 'gzip', 'X-Odd-Case': '1' });
    await using front = await startFront(service.url);
    await post(front.url);
    await post(front.url, '/v1/other');
    await post(front.url, '/v1/ch/sale', '');
    await giveTurns();
    expect(front.events).toHaveLength(2);
    const [event] = front.events;
    expect(event).toMatchObject({
      kind: 'exchange',
      exchange: {
        lacks: [],
        merchant: expect.any(String),
        request: { method: 'POST', url: '/v1/ch', body: FEE, headers: { authorization: 'Bearer a.b.c' } },
        response: {
          status: 200,
          body: OK,
          statusText: 'OK',
          rawHeaders: expect.arrayContaining(['X-Odd-Case']),
        },
      },
    });
    expect(front.counts()).toEqual({ exchanges: 2, others: 1 });
  });

  it('says that a response broke off, or that none came', async () => {
    await using service = await listenHttp((asked, answer) => {
      if (asked.url === '/v1/ch/sale') return void answer.destroy();
      answer.writeHead(200, { 'Content-Length': 100 }).write('{', () => answer.destroy());
    });
    await using front = await startFront(service.url);
    await expect(post(front.url)).rejects.toThrow();
    await expect(post(front.url, '/v1/ch/sale')).rejects.toThrow();
    await giveTurns();
    expect(front.events).toMatchObject([
      {
        kind: 'exchange',
        exchange: { lacks: ['response-body'], delivery: 'cut-off', response: { body: '{' } },
      },
      lostCall('the service closed the connection before a response'),
    ]);
  });

  it('ends the connection to a service that hangs when the client gives up', async () => {
    const client = new AbortController();
    let isClosed = false;
    await using service = await listenHttp(({ socket }) => {
      socket.on('close', () => {
        isClosed = true;
      });
      client.abort();
    });
    await using front = await startFront(service.url);
    await expect(fetch(`${front.url}/v1/ch`, { method: 'POST', signal: client.signal })).rejects.toThrow();
    await expect.poll(() => isClosed).toBe(true);
    await giveTurns();
    expect(front.events).toMatchObject([lostCall('the client left before the response')]);
  });

  it('does not judge a call that its client broke off before its end', async () => {
    await using service = await serve();
    await using front = await startFront(service.url);
    const broken = request(`${front.url}/v1/ch`, { method: 'POST', headers: { 'content-length': 100 } });
    broken.on('error', () => {}).write('{', () => setTimeout(() => broken.destroy(), 50));
    await expect
      .poll(() => front.events)
      .toEqual([{ kind: 'not-judged', why: 'the client left before the response' }]);
  });

  it('holds no more of a flood than the buffers of two sockets while the client does not read', async () => {
    let sent = 0;
    await using service = await listen(
      createTcpServer((socket) => {
        const piece = Buffer.alloc(64 * 1024, 'x');
        const pour = () => {
          while (!socket.destroyed && sent < 2 ** 30) {
            sent += piece.length;
            if (!socket.write(piece)) return;
          }
        };
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.on('drain', pour);
          pour();
        });
      }),
    );
    await using front = await startFront(service.url);
    const asking = request(`${front.url}/v1/ch`, { method: 'POST', agent: false }).end(FEE);
    const [answer] = await once(asking, 'response');
    answer.pause();
    await pause(600);
    asking.destroy();
    // The kernel buffers some mebibytes on loopback.
    expect(sent).toBeLessThan(40 * 2 ** 20);
  });
});

describe('an observer', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['never ends', () => new Promise<undefined>(() => {})],
  ])('that %s delays and loses no exchange', async (_, onEvent) => {
    const errors: unknown[] = [];
    await using service = await serve();
    const front = await startFront(service.url, { onEvent, onError: (error) => errors.push(error) });
    for (let at = 0; at < 20; at++) expect(await post(front.url)).toMatchObject({ status: 200, text: OK });
    expect(front.counts().exchanges).toBe(20);
  });

  it('that is slow gets as many exchanges as may wait, and the number of the others', async () => {
    const seen: unknown[] = [];
    const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
    await using service = await serve(' '.repeat(200_000));
    const front = await startFront(service.url, {
      mostWaiting: 1_100_000,
      onEvent: async (event) => {
        seen.push(event.kind === 'exchange' ? event.kind : event.why);
        await isReleased;

        return undefined;
      },
    });
    for (let at = 0; at < 20; at++) await post(front.url);
    release(undefined);
    await front.close();
    const many = 'exchanges came faster than they could be judged';
    expect(seen.filter((one) => one === 'exchange')).toHaveLength(5);
    expect(seen.filter((one) => one === many)).toHaveLength(15);
  });

  it('that has ended delays no exchange, and the proxy says so', async () => {
    const errors: unknown[] = [];
    const { port1, port2 } = new MessageChannel();
    await using service = await serve();
    await using front = await startFront(service.url, {
      observer: createCalls(port1),
      onError: (error) => errors.push(error),
    });
    port2.close();
    for (let at = 0; at < 3; at++) expect(await post(front.url)).toMatchObject({ status: 200, text: OK });
    await expect.poll(() => errors.map(String)).toContain('Error: the thread that judges has ended');
  });

  it('that fails leaves the exchange in the journal, and counts it', async () => {
    const whys: string[] = [];
    await using service = await serve();
    const front = await startFront(service.url, {
      onEvent(event) {
        if (event.kind === 'exchange') throw new Error('broken');
        whys.push(event.why);

        return undefined;
      },
    });
    await post(front.url);
    await giveTurns();
    const journal = await fetch(`${front.url}/_tollgate/journal`);
    expect(((await journal.json()) as { readonly entries: unknown }).entries).toMatchObject([
      { method: 'POST', path: '/v1/ch', status: 200 },
    ]);
    await front.close();
    expect(whys).toEqual(['the judge failed']);
  });
});

describe('the control routes', () => {
  const own = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const asking = request(url, { headers, agent: false }).end();
    const [answer] = await once(asking, 'response');

    return { status: answer.statusCode, text: String(Buffer.concat(await answer.toArray())) };
  };

  it('answer on the proxy itself, with masked entries', async () => {
    await using service = await serve();
    await using front = await startFront(service.url, { verdict: () => ({ verdict: 'conformant' }) });
    await post(front.url, '/v1/ch', '{"nicn":"4242424242424242"}');
    await giveTurns();
    const journal = await own(`${front.url}/_tollgate/journal`);
    expect(journal.text).not.toMatch(/4242424242|a\.b\.c/);
    const [entry] = JSON.parse(journal.text).entries;
    expect(await own(`${front.url}/_tollgate/journal/${entry.requestId}`)).toMatchObject({ status: 200 });
    expect(await own(`${front.url}/_tollgate/verdict`)).toEqual({
      status: 200,
      text: '{\n  "verdict": "conformant"\n}\n',
    });
    expect(await own(`${front.url}/_tollgate/health`)).toMatchObject({ status: 200 });
    expect((await own(`${front.url}/_tollgate/metrics`)).text).toContain(
      'tollgate_calls_total{operation="fee",status="200"} ',
    );
    expect((await own(`${front.url}/_tollgate/other`)).status).toBe(404);
    for (const query of ['colour=1', 'limit=x', 'limit=-1', 'follow=yes', 'limit=1&limit=2', 'world=a'])
      expect((await own(`${front.url}/_tollgate/journal?${query}`)).status).toBe(422);
    expect((await own(`${front.url}/_tollgate/journal?limit=x`)).text).toContain(
      'the query, limit: expected a whole number from 0 to 1000000, got',
    );
    expect(
      JSON.parse((await own(`${front.url}/_tollgate/journal?path=/v1/ch&status=2xx`)).text).matched,
    ).toBe(1);
    expect(JSON.parse((await own(`${front.url}/_tollgate/journal?status=5xx`)).text).matched).toBe(0);
    expect((await post(front.url, '/_tollgate/journal')).status).toBe(405);
    expect((await own(`${front.url}/_tollgates`)).text).toBe(OK);
  });

  it.each([{ host: 'evil.test' }, { origin: 'http://evil.test' }, { 'sec-fetch-site': 'cross-site' }])(
    'refuse a page of another site (%o)',
    async (headers) => {
      await using front = await startFront('http://127.0.0.1:1');
      expect((await own(`${front.url}/_tollgate/journal`, headers)).status).toBe(403);
    },
  );
});

describe('a proxy whose service is the proxy itself', () => {
  it.each([
    ['by another name', 'localhost', undefined],
    ['behind TLS', 'localhost', selfSignedFor('localhost')],
  ])('%s answers 508 by itself, which counts for neither side', async (_, name, tls) => {
    const port = await findFreePort();
    const scheme = tls === undefined ? 'http' : 'https';
    await using front = await startFront(`${scheme}://${name}:${port}`, {
      ...{ port, host: '::', tls, upstream: { insecure: true } },
    });
    const ask = tls === undefined ? request : httpsRequest;
    const headers = { authorization: 'Bearer a.b.c' };
    const asking = ask(`${scheme}://127.0.0.1:${port}/v1/ch`, {
      ...{ method: 'POST', headers, agent: false, rejectUnauthorized: false },
    });
    const [answer] = await once(asking.end(FEE), 'response');
    const text = String(Buffer.concat(await answer.toArray()));
    await giveTurns();

    expect([answer.statusCode, answer.headers['tollgate-proxy']]).toEqual([508, 'loop']);
    expect(JSON.parse(text).detail).toMatch(
      /^tollgate proxy: \S+ leads back to the proxy itself: change --to/,
    );
    expect(front.events).toEqual([
      { kind: 'not-judged', why: 'the proxy answered itself: --to leads back to it' },
    ]);
    expect(front.counts()).toEqual({ exchanges: 1, others: 1 });
  });

  it('is not taken for one where another proxy stands before the service', async () => {
    await using service = await serve();
    await using inner = await startFront(service.url);
    await using outer = await startFront(inner.url);
    expect((await post(outer.url)).status).toBe(200);
    await giveTurns();
    expect([inner, outer].map(({ events }) => events.map(({ kind }) => kind))).toEqual([
      ['exchange'],
      ['exchange'],
    ]);
  });
});

describe.concurrent('requests that are open at the end', () => {
  it.each([
    ['that has no response yet', () => {}],
    ['whose response has begun', (answer: ServerResponse) => answer.writeHead(200).write('{"transaction')],
  ])('one %s is cut and counted as not judged', async (_, begin) => {
    const service = createServer((asked, answer) => void asked.resume().on('end', () => begin(answer)));
    await using listening = await listen(service);
    await using front = await startFront(listening.url);
    const asking = post(front.url).catch(() => undefined);
    await once(service, 'request');
    const waits: (readonly number[])[] = [];
    await front.close((...wait) => waits.push(wait));
    await asking;

    expect(waits).toEqual([[1, 2000]]);
    expect(front.events).toEqual([
      { kind: 'not-judged', why: 'the proxy was ended before the response was through' },
    ]);
  });

  it('one that ends in time is judged', async () => {
    const service = createServer((asked, answer) =>
      asked.resume().on('end', () => setTimeout(() => answer.end(OK), 300)),
    );
    await using listening = await listen(service);
    await using front = await startFront(listening.url);
    const asking = post(front.url);
    await once(service, 'request');
    await front.close();

    expect((await asking).text).toBe(OK);
    expect(front.events.map(({ kind }) => kind)).toEqual(['exchange']);
  });
});
