import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { BASELINE, FEE, SALE } from '../../../test/support/ask-mock.ts';
import { startMock } from '../index.ts';

const mock = await startMock();
afterAll(() => mock.close());

/** What a page of this origin sends along. */
const PAGE = { origin: 'https://shop.example', 'sec-fetch-mode': 'cors' };

const call = (own: Readonly<Record<string, string>> = {}) => ({
  ...PAGE,
  'content-type': 'application/json',
  'x-requested-with': 'xhr',
  authorization: `Bearer ${mock.token()}`,
  ...own,
});

/** All that comes until the connection ends. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');

  return Buffer.concat(chunks).toString();
}

describe('a page in a browser', () => {
  it.each([FEE, SALE, `${FEE}?a=b`])('may call %s after it asked', async (path) => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    for (const headers of [{ ...PAGE, ...asked }, PAGE, {}]) {
      const answer = await request(`${mock.url}${path}`, { method: 'OPTIONS', headers });

      expect(answer.statusCode).toBe(204);
      expect(await answer.body.text()).toBe('');
      expect(answer.headers).toMatchObject({
        allow: 'POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers':
          'Authorization, Content-Type, Prefer, Tollgate-Fault, Tollgate-Scenario, X-Requested-With, *',
        'access-control-max-age': '86400',
        'request-id': expect.any(String),
      });
      expect(answer.headers).not.toHaveProperty('content-length');
      expect(answer.headers).not.toHaveProperty('content-type');
    }
  });

  it('may ask though it sends a body along', async () => {
    const answer = await request(`${mock.url}${FEE}`, {
      method: 'OPTIONS',
      headers: call(),
      body: '{"amount":',
    });
    await answer.body.dump();

    expect(answer.statusCode).toBe(204);
  });

  it.each<[string, number, string, Record<string, string>, unknown]>([
    ['a fee', 200, FEE, {}, BASELINE],
    ['refused content', 422, FEE, {}, {}],
    ['malformed JSON', 400, FEE, {}, '{'],
    ['a refused token', 401, FEE, { authorization: 'Bearer x' }, BASELINE],
    ['a path that is not there', 404, '/v2/ch', {}, BASELINE],
    ['a body that is too large', 413, FEE, {}, { data: ['x'.repeat(2 ** 20)] }],
    ['another media type', 415, FEE, { 'content-type': 'text/plain' }, '{}'],
  ])('may read %s', async (_what, status, path, own, body) => {
    const headers = call(own);
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await request(`${mock.url}${path}`, { method: 'POST', headers, body: sent });
    await answer.body.dump();
    const injected = await mock.inject({ path, headers, body });

    expect([answer.statusCode, injected.status]).toEqual([status, status]);
    for (const got of [answer.headers, injected.headers]) {
      expect(got['access-control-allow-origin']).toBe('*');
      expect(String(got['access-control-expose-headers']).split(', ')).toEqual(
        expect.arrayContaining(['Request-Id', 'Retry-After', 'Tollgate-Violations']),
      );
      expect(got).not.toHaveProperty('access-control-allow-credentials');
      expect(JSON.stringify(got)).not.toContain('shop.example');
    }
  });

  it.each([
    ['POST', '/v2/ch', 404],
    ['PUT', '/v1/ch', 405],
    ['DELETE', '/', 405],
  ] as const)('sees for itself that %s %s gets %d', async (method, path, status) => {
    const asked = { 'access-control-request-method': method };
    const preflight = await mock.inject({ method: 'OPTIONS', path, headers: { ...PAGE, ...asked } });
    const answer = await mock.inject({ method, path, headers: call(), body: BASELINE });

    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(String(preflight.headers['access-control-allow-methods']).split(', ')).toContain(method);
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
  });

  it('may read even what is said of broken HTTP', async () => {
    expect((await raw('NONSENSE\r\n\r\n')).toLowerCase()).toContain('\r\naccess-control-allow-origin: *\r\n');
  });
});

describe('the methods of HTTP', () => {
  it.each([FEE, SALE])('%s says by HEAD what it takes, and has no body', async (path) => {
    const answer = await raw(`HEAD ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer.toLowerCase()).toContain('\r\nallow: post, options\r\n');
    expect(answer).toMatch(/\r\n\r\n$/);
    expect((await mock.inject({ method: 'HEAD', path })).text).toBe('');
  });

  it('a path that is not there has no options, save for pages that ask', async () => {
    const answer = await mock.inject({ method: 'OPTIONS', path: '/v2/ch', headers: PAGE });

    expect(answer.status).toBe(404);
    expect(answer.headers).not.toHaveProperty('access-control-allow-methods');
  });

  it('the server as a whole can be asked for its options, and lives on', async () => {
    const answer = await raw('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');

    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).toContain('application/problem+json');
  });
});
