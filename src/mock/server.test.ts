import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestTarget } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { BASELINE, FEE, headersFor, SALE } from '../../test/support/ask-mock.ts';
import type { App } from './app.ts';
import { createMock, startMock } from './index.ts';
import type { MockResponse } from './response.ts';
import { createServer } from './server.ts';
import { createClock } from './worlds/clock.ts';

const mock = await startMock();
afterAll(() => mock.close());

const headersOf = (own: object = {}) => ({ ...headersFor(mock.token()), ...own });

/** What differs between any two answers. */
const comparable = (text: string) => text.replaceAll(/"(?:sTxId|instance)":"[^"]*"/g, '');

describe('the short way and the long way', () => {
  it.each([
    ['a right request', FEE, JSON.stringify(BASELINE), {}],
    ['a refused one', FEE, '{"amount":-1,"nicn":"4"}', {}],
    ['a sale of nothing', SALE, '{"sTxId":"unknown"}', {}],
    ['a sale without identifiers', SALE, '{}', {}],
    ['malformed JSON', FEE, '{"amount":', {}],
    ['no token', FEE, '{}', { authorization: '' }],
    ['another media type', FEE, '{}', { 'content-type': 'text/plain' }],
    ['an empty media type', FEE, '{}', { 'content-type': '' }],
    ['a body that is too large', FEE, JSON.stringify({ data: 'x'.repeat(2 ** 20) }), {}],
    ['an empty body', FEE, '', {}],
    ['a query', `${FEE}?a=b`, JSON.stringify(BASELINE), {}],
    ['another path', `${FEE}/`, '{}', {}],
  ])('lead to one answer: %s', async (_what, path, body, own) => {
    const headers = headersOf(own);
    const short = await request(`${mock.url}${path}`, { method: 'POST', headers, body });
    const chunked = await request(`${mock.url}${path}`, {
      method: 'POST',
      headers,
      body: Readable.from(chunks(body)),
    });
    const injected = await mock.inject({ path, headers, body });
    const expected = { status: injected.status, text: comparable(injected.text) };

    for (const { statusCode, body: sent, headers: got } of [short, chunked]) {
      expect({ status: statusCode, text: comparable(await sent.text()) }).toEqual(expected);
      expect(got['content-type']).toBe(injected.headers['content-type']);
      expect(got['request-id']).toEqual(expect.any(String));
    }
  });

  it('are open to requests that come in many pieces', async () => {
    const text = JSON.stringify({ ...BASELINE, region: 'AZ', campaign: ['größer'] });
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    socket.setNoDelay(true);
    socket.write(`${head(Buffer.byteLength(text))}`);
    for (const byte of Buffer.from(text)) {
      socket.write(Buffer.from([byte]));
      if (byte === 0xc3) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();

    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('survive a client that leaves in the middle of a body', async () => {
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
    socket.write(`${head(1000)}{"amount":`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    const { statusCode, body } = await request(`${mock.url}${FEE}`, {
      method: 'POST',
      headers: headersOf(),
      body: JSON.stringify(BASELINE),
    });
    await body.dump();

    expect(statusCode).toBe(200);
  });
});

/** A server with this app, and the errors that it reports. */
function serverWith(app: App, largestBody?: number) {
  const errors: unknown[] = [];
  const home = { clock: createClock(), record: (_: unknown, response: MockResponse) => response };
  const onBug = (error: unknown) => errors.push(error);

  return { ...createServer({ app, home, onBug, largestBody }), errors };
}

const failure = new Error('asked for');
const fail = () => {
  throw failure;
};

describe('an error of the mock', () => {
  it('in the app is answered with 500', async () => {
    const { inject, errors } = serverWith(fail);
    const { status, text } = await inject({ path: FEE });

    expect([status, JSON.parse(text).reasonCode]).toEqual([500, 'internal-error']);
    expect(errors).toEqual([failure]);
  });

  it('in the judge of clients is reported, and response and journal stay', async () => {
    const errors: unknown[] = [];
    await using judging = await createMock({
      observeClient: () => ({ observe: fail, report: fail }),
      onBug: (error) => errors.push(error),
    });
    const { status } = await judging.inject({ path: FEE, headers: headersOf(), body: BASELINE });

    expect([status, judging.journal().length]).toEqual([200, 1]);
    expect(errors).toEqual([failure]);
  });
});

describe('a refused body', () => {
  const refusing: App = () => ({
    readsBody: true,
    answer: async (sent) => ({
      ...{ status: 400, headers: {} },
      body: 'detail' in sent ? (sent.detail ?? '') : 'none',
    }),
  });

  it.each([
    [10, {}, 'expected at most 10 bytes, got more'],
    [2 ** 21, { 'content-length': '3000000' }, 'expected at most 2 MiB, got more'],
  ])('gets the limit: %s %j', async (largestBody, headers, detail) => {
    const { inject } = serverWith(refusing, largestBody);

    expect((await inject({ path: FEE, headers, body: 'hello there' })).text).toBe(`the body: ${detail}`);
  });
});

function head(length: number): string {
  const lines = Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}\r\n`);

  return `POST ${FEE} HTTP/1.1\r\nHost: a\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n`;
}

/** A body without an announced length. */
async function* chunks(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += 65_536) yield Buffer.from(text.slice(at, at + 65_536));
}

it('answers a GET of a control route without waiting for the body that it announces', async () => {
  const { status } = await mock.inject({
    method: 'GET',
    path: '/_tollgate/health',
    headers: { host: 'localhost', 'content-length': '50' },
  });

  expect(status).toBe(200);
});

const HTML = { accept: 'text/html' };

/** Sends the target of the request line unchanged. */
async function send(method: string, target: string, own: object = {}, body?: unknown) {
  const headers = { ...headersFor(mock.token()), ...own };
  const sent: ClientRequest = requestTarget(mock.url, { method, path: target, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];

  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('a target with an origin, as clients send it to a proxy', () => {
  it('reaches the world that it names', async () => {
    expect((await send('POST', `http://any.example/w/proxied${FEE}`, {}, BASELINE)).status).toBe(200);

    const { body } = await send('GET', '/w/proxied/_tollgate/journal');
    expect(JSON.parse(body).entries).toMatchObject([{ path: FEE }]);
  });

  it.each(['/_tollgate/health', '/w/proxied/_tollgate/health', '', '?a=b', '/'])(
    'is answered as without the origin: %s',
    async (path) => {
      const { status, headers } = await send('GET', `HTTP://any.example${path}`);

      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    },
  );
});

describe('the address of a world without the slash at its end', () => {
  it.each(['GET', 'HEAD'])(
    'sends a browser to the folder, where the links of the page work: %s',
    async (method) => {
      const { status, headers } = await send(method, '/w/cart?a=b', HTML);

      expect(status).toBe(308);
      expect(new URL(headers.location ?? '', `${mock.url}/w/cart?a=b`).href).toBe(`${mock.url}/w/cart/?a=b`);
    },
  );

  it.each([
    ['/w/cart', {}, 'application/json'],
    ['/w/cart/', HTML, 'text/html; charset=utf-8'],
    ['/w/cart/_tollgate/openapi.json', HTML, 'application/json'],
    ['/', HTML, 'text/html; charset=utf-8'],
  ])('is the only one that redirects, and only to a page: %s %j', async (path, own, type) => {
    const { status, headers } = await send('GET', path, own);

    expect([status, headers['content-type']]).toEqual([200, type]);
  });
});
