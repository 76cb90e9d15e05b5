import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASELINE, FEE, headersFor } from '../../test/support/ask-mock.ts';
import { type RunningMock, startMock } from './index.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const HTML = { accept: 'text/html' };

/** Sends the target of the request line unchanged. */
async function send(method: string, target: string, own: object = {}, body?: unknown) {
  const headers = { ...headersFor(mock.token()), ...own };
  const sent: ClientRequest = request(mock.url, { method, path: target, headers });
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
