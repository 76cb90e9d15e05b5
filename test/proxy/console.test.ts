/** The console of the proxy: for a browser of this machine at `/`, and every other request passes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsoleFiles } from '../../src/console/console-files.ts';
import { listenHttp } from '../deployments/listen.ts';
import { startFront } from './start-front.ts';

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

  it('has its script and its style below /_tollgate', async () => {
    expect((await get('/_tollgate/console/main.js', { accept: '*/*' })).headers['content-type']).toMatch(
      /javascript/,
    );
    expect((await get('/_tollgate/console/style.css', { accept: '*/*' })).headers['content-type']).toMatch(
      /css/,
    );
    expect((await get('/_tollgate/console/x', { accept: '*/*' })).status).toBe(404);
    expect((await get('/_tollgate', { accept: '*/*' })).headers['content-type']).toBe('application/json');
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

  it('is not there without its files', async () => {
    await using bare = await startFront(service.url.href);
    const { request } = await import('undici');
    const { body } = await request(`${bare.url}/`, { headers: NAVIGATION });

    expect(await body.text()).toBe('the service');
  });
});
