import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASELINE, FEE, SALE } from '../../test/support/ask-mock.ts';
import { type RunningMock, startMock } from './index.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const headersOf = (own: object = {}) => ({
  'content-type': 'application/json',
  'x-requested-with': 'xhr',
  authorization: `Bearer ${mock.token()}`,
  ...own,
});

/** What differs between any two answers. */
const comparable = (text: string) => text.replaceAll(/"(?:sTxId|instance)":"[^"]*"/g, '');

describe('the short way and the long way', () => {
  it.each([
    ['a right request', FEE, JSON.stringify(BASELINE), {}],
    ['a refused one', FEE, '{"amount":-1,"nicn":"4"}', {}],
    ['a sale of nothing', SALE, '{"sTxId":"nobody"}', {}],
    ['a sale without identifiers', SALE, '{}', {}],
    ['malformed JSON', FEE, '{"amount":', {}],
    ['no token', FEE, '{}', { authorization: '' }],
    ['another media type', FEE, '{}', { 'content-type': 'text/plain' }],
    ['an empty media type', FEE, '{}', { 'content-type': '' }],
    ['a body that is too large', FEE, JSON.stringify({ data: 'x'.repeat(2 ** 20) }), {}],
    ['an empty body', FEE, '', {}],
    ['a query', `${FEE}?a=b`, JSON.stringify(BASELINE), {}],
    ['another path', `${FEE}/`, '{}', {}],
    ['a sampled answer', FEE, JSON.stringify(BASELINE), { prefer: 'code=201' }],
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

function head(length: number): string {
  const lines = Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}\r\n`);

  return `POST ${FEE} HTTP/1.1\r\nHost: a\r\n${lines.join('')}Content-Length: ${length}\r\n\r\n`;
}

/** A body whose length nobody announces. */
async function* chunks(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += 65_536) yield Buffer.from(text.slice(at, at + 65_536));
}
