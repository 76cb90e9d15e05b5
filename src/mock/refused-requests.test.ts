/** Requests that are refused before their content is judged: by token, form or route. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Ask,
  asking,
  BASELINE,
  FEE,
  pointersOf,
  problemOf,
  rulesOf,
  SALE,
} from '../../test/support/ask-mock.ts';

import { createMock, type RunningMock, startMock } from './index.ts';

let mock: RunningMock;
let ask: Ask;

beforeAll(async () => {
  mock = await startMock();
  ask = asking(mock);
});
afterAll(() => mock.close());

describe('a token', () => {
  it.each([
    ['missing', '', 'auth/refuses-missing-token'],
    ['of another scheme', 'Basic dXNlcjpwYXNz', 'auth/refuses-invalid-token'],
    ['not a JWT', 'Bearer secret', 'auth/refuses-invalid-token'],
    [
      'of an unknown merchant',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJtZXJjaGFudCI6Im5vYm9keSJ9.abc',
      'auth/refuses-invalid-token',
    ],
  ])('%s is refused, and not repeated', async (_what, authorization, rule) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };
    const answer = await mock.inject({
      path: FEE,
      body: BASELINE,
      headers: authorization === '' ? headers : { ...headers, authorization },
    });

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(rulesOf(problemOf(answer))).toEqual([rule]);
    expect(answer.text).not.toContain(authorization.slice(7) || 'eyJ');
  });
});

describe('a request that cannot be read', () => {
  it.each([
    ['{"amount":1,\n  "nicn": 42x}', 'line 2, column 13: expected a comma or }, got "x"'],
    ['', 'the body: expected a JSON object, got nothing'],
    ['{"amount":1', 'line 1, column 12: expected a comma or }'],
    [`${'['.repeat(100_000)}x`, 'column 100001'],
  ])('is refused with the place where its JSON breaks', async (body, place) => {
    const answer = await ask(FEE, body);

    expect(answer.status).toBe(400);
    expect(problemOf(answer)).toMatchObject({
      detail: expect.stringContaining(place),
      reasonCode: 'malformed-json',
    });
  });

  it('is refused if its body is not UTF-8', async () => {
    const body = Buffer.from('{"region":"\xe9"}', 'latin1');
    const head = `POST ${FEE} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer ${mock.token()}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;

    const answer = await raw(Buffer.concat([Buffer.from(head), body]));

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('not UTF-8');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense'])(
    'is refused as %s',
    async (type) => {
      const answer = await ask(FEE, JSON.stringify(BASELINE), { 'content-type': type });

      expect(answer.status).toBe(415);
      problemOf(answer);
    },
  );

  it('is refused without a media type, and the refusal also names the other header', async () => {
    const answer = await mock.inject({
      path: FEE,
      body: '{}',
      headers: { authorization: `Bearer ${mock.token()}`, 'content-type': '' },
    });

    expect(answer.status).toBe(415);
    expect(pointersOf(problemOf(answer))).toEqual(['header Content-Type', 'header X-Requested-With']);
  });

  it.each([{ lenient: true }, { choices: { 'missing-x-requested-with': 'take' } }] as const)(
    'is refused without a media type, but not for a missing header that the mock accepts: %j',
    async (options) => {
      await using accepting = await createMock(options);
      const answer = await accepting.inject({
        path: FEE,
        body: '{}',
        headers: { authorization: `Bearer ${accepting.token()}`, 'content-type': '' },
      });

      expect(answer.status).toBe(415);
      expect(pointersOf(problemOf(answer))).toEqual(['header Content-Type']);
    },
  );

  it('is refused where it is too large', async () => {
    const answer = await ask(FEE, { ...BASELINE, data: ['x'.repeat(1024 * 1024)] });

    expect(answer.status).toBe(413);
    problemOf(answer);
  });
});

describe('a route', () => {
  it.each(['/v2', '/v1', '/v1/ch/', '/v1/ch/sale/x', '/recur/surcharge'])('%s is not there', async (path) => {
    const answer = await ask(path, BASELINE);

    expect(answer.status).toBe(404);
    expect(problemOf(answer).detail).toContain('POST /v1/ch and POST /v1/ch/sale');
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('is not to be had by %s', async (method) => {
    for (const path of [FEE, SALE, `${FEE}?a=b`]) {
      const answer = await mock.inject({ method, path });

      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('POST, OPTIONS');
      problemOf(answer);
    }
  });

  it('with a broken percent-encoding is refused', async () => {
    const answer = await mock.inject({ path: '/v1/%zz' });

    expect(answer.status).toBe(400);
    problemOf(answer);
  });
});

/** Sends bytes as they are and gives all that comes until the connection ends. */
async function raw(bytes: Buffer): Promise<string> {
  const { port, hostname } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');

  return Buffer.concat(chunks).toString();
}
