import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listenHttp } from '../../test/deployments/listen.ts';
import { createFeeClient, type FeeClientOptions } from './index.ts';

const REQUEST = { amount: 100, nicn: '424242', region: 'AZ' };

/** A client of a server that answers like this, and that listens on this machine until the test ends. */
async function clientOf(listener: RequestListener, options: Partial<FeeClientOptions> = {}) {
  const server = await listenHttp(listener);
  onTestFinished(() => server[Symbol.asyncDispose]());

  return createFeeClient({ baseUrl: server.url.href, token: 'a.b.c', ...options });
}

function answering(status: number, text: string, type = 'application/json'): RequestListener {
  return (_, answer) => answer.writeHead(status, { 'content-type': type }).end(text);
}

test('every call carries the headers of the document, and its fields as JSON', async () => {
  const seen: unknown[] = [];
  const client = await clientOf(async (request, answer) => {
    const text = (await request.toArray()).join('');
    const { authorization, 'content-type': type, 'x-requested-with': by } = request.headers;
    seen.push([request.method, request.url, authorization, type, by, JSON.parse(text)]);
    answer.end('{"transactionFee":1,"sTxId":"a","message":"ok"}');
  });
  await client.fee(REQUEST);
  await client.update({ ...REQUEST, sTxId: 'a' });
  await client.sale({ sTxId: 'a' });

  const headers = ['Bearer a.b.c', 'application/json', 'xhr'];
  expect(seen).toEqual([
    ['POST', '/v1/ch', ...headers, REQUEST],
    ['POST', '/v1/ch', ...headers, { ...REQUEST, sTxId: 'a' }],
    ['POST', '/v1/ch/sale', ...headers, { sTxId: 'a' }],
  ]);
});

test('the token is asked for before every call', async () => {
  const seen: unknown[] = [];
  const tokens = ['one', 'two'];
  const client = await clientOf(
    (request, answer) => {
      seen.push(request.headers.authorization);
      answer.end('{}');
    },
    { token: async () => tokens.shift() ?? '' },
  );
  await client.fee(REQUEST);
  await client.fee(REQUEST);

  expect(seen).toEqual(['Bearer one', 'Bearer two']);
  await expect(client.fee(REQUEST)).rejects.toMatchObject({ name: 'FeeClientError', code: 'token' });
});

// What each response says is decided by src/contract, whose tests have every form; here what the client makes of it.

describe('an answer to a fee call', () => {
  test.each([
    [
      200,
      '{"transactionFee":2.43,"sTxId":"a","message":"ok"}',
      { kind: 'fee', transactionFee: 2.43, sTxId: 'a' },
    ],
    [200, '{"transactionFee":0,"sTxId":"a","message":"no"}', { kind: 'refused', status: 200, message: 'no' }],
    [200, '{"message":7}', { kind: 'refused', status: 200, message: undefined }],
    [
      422,
      '{"message":"no","detail":"x"}',
      { kind: 'refused', status: 422, message: 'no', body: { message: 'no', detail: 'x' } },
    ],
    [500, '<h1>no</h1>', { kind: 'refused', status: 500, message: undefined, body: '<h1>no</h1>' }],
    [400, '', { kind: 'refused', status: 400, message: undefined }],
    [401, 'null', { kind: 'refused', status: 401, message: undefined, body: null }],
    [200, '{"transactionFee":"2.43","sTxId":"a","message":"ok"}', { kind: 'unclear', status: 200 }],
    [200, '<h1>log in</h1>', { kind: 'unclear', status: 200, body: '<h1>log in</h1>' }],
    [204, '', { kind: 'unclear', status: 204 }],
    [200, '[]', { kind: 'unclear', status: 200, body: [] }],
  ])('%i %s', async (status, text, result) => {
    const client = await clientOf(answering(status, text));

    expect(await client.fee(REQUEST)).toMatchObject(result);
  });
});

describe('an answer to a sale', () => {
  test.each([
    [200, '{"sTxId":"a"}', { kind: 'sale', sTxId: 'a' }],
    [200, '{"sTxId":"a","message":"declined"}', { kind: 'unclear', status: 200 }],
    [200, '{"message":"declined"}', { kind: 'refused', status: 200, message: 'declined' }],
    [200, 'sold', { kind: 'unclear', status: 200, body: 'sold' }],
  ])('%i %s', async (status, text, result) => {
    const client = await clientOf(answering(status, text));

    expect(await client.sale({ mTxId: 'order-1' })).toMatchObject(result);
  });
});

describe('a refusal for now', () => {
  test.each([
    [429, {}, undefined],
    [429, { 'retry-after': '2' }, 2000],
    [503, { 'retry-after': '0' }, 0],
    [403, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [429, { 'retry-after': 'soon' }, undefined],
    [503, { 'retry-after': '-1' }, undefined],
  ])('%i with %o waits %s ms', async (status, headers, retryAfter) => {
    const client = await clientOf((_, answer) => answer.writeHead(status, headers).end('{"message":"busy"}'));

    expect(await client.fee(REQUEST)).toMatchObject({ kind: 'later', status, retryAfter, message: 'busy' });
  });

  test('by date waits until then', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const client = await clientOf((_, answer) => answer.writeHead(503, { 'retry-after': date }).end());
    const result = await client.sale({ sTxId: 'a' });

    expect(result).toMatchObject({ kind: 'later', status: 503 });
    expect('retryAfter' in result && result.retryAfter).toBeGreaterThan(55_000);
  });

  test('a success with Retry-After is a success, and 503 without it a refusal', async () => {
    const success = '{"transactionFee":1,"sTxId":"a","message":"ok"}';
    const fine = await clientOf((_, answer) => answer.writeHead(200, { 'retry-after': '9' }).end(success));
    const refusing = await clientOf(answering(503, ''));

    expect(await fine.fee(REQUEST)).toMatchObject({ kind: 'fee' });
    expect(await refusing.fee(REQUEST)).toMatchObject({ kind: 'refused', status: 503 });
  });
});

test.each([
  ['{"message":"no","detail":"where","title":"Bad"}', 'no'],
  ['{"message":"ok","detail":"where"}', 'where'],
  ['{"detail":7,"title":"Bad"}', 'Bad'],
  ['{}', undefined],
  ['busy', undefined],
])('a refusal with the body %s has the message %s', async (body, message) => {
  const client = await clientOf(answering(400, body));

  expect(await client.fee(REQUEST)).toMatchObject({ kind: 'refused', message });
});

describe('repeats', () => {
  const SUCCESS = '{"transactionFee":1,"sTxId":"a","message":"ok"}';
  const NAMED = { ...REQUEST, mTxId: 'order-1' };
  /** Loses the first responses, and answers the next. */
  const losing = (times: number, seen: string[]): RequestListener => {
    return async (request, answer) => {
      seen.push((await request.toArray()).join(''));
      if (seen.length <= times) request.socket.destroy();
      else answer.end(SUCCESS);
    };
  };

  test('send the same call again after a lost response', async () => {
    const seen: string[] = [];
    const client = await clientOf(losing(2, seen));

    expect(await client.fee(NAMED, { repeats: 2 })).toMatchObject({ kind: 'fee' });
    expect(seen).toEqual(Array.from({ length: 3 }, () => JSON.stringify(NAMED)));
  });

  test('wait as Retry-After says', async () => {
    const times: number[] = [];
    const client = await clientOf((_, answer) => {
      times.push(performance.now());
      if (times.length === 1) answer.writeHead(429, { 'retry-after': '1' }).end();
      else answer.end(SUCCESS);
    });

    expect(await client.update({ ...REQUEST, sTxId: 'a' }, { repeats: 1 })).toMatchObject({ kind: 'fee' });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  });

  test('end at once where the service says more than 30 seconds, refuses, or the caller gives up', async () => {
    let sent = 0;
    const responses = [
      { status: 503, headers: { 'retry-after': '31' } },
      { status: 422, headers: {} },
    ];
    const client = await clientOf((_, answer) => {
      const { status = 200, headers } = responses[sent++] ?? {};
      answer.writeHead(status, headers).end();
    });

    expect(await client.fee(NAMED, { repeats: 3 })).toMatchObject({ kind: 'later', retryAfter: 31_000 });
    expect(await client.fee(NAMED, { repeats: 3 })).toMatchObject({ kind: 'refused' });
    const { signal } = { signal: AbortSignal.abort() };
    expect(await client.fee(NAMED, { repeats: 3, signal })).toMatchObject({ reason: 'aborted' });
    expect(sent).toBe(2);
  });

  test('of a first call without an mTxId are refused, and so are other numbers', async () => {
    const fetch = vi.fn();
    const client = createFeeClient({ baseUrl: 'http://127.0.0.1:9', token: 'a', fetch });

    for (const call of [
      () => client.fee(REQUEST, { repeats: 1 }),
      () => client.fee(NAMED, { repeats: -1 }),
      () => client.sale({ sTxId: 'a' }, { repeats: 1.5 }),
      () => client.sale({ sTxId: 'a' }, { repeats: 11 }),
    ])
      await expect(call()).rejects.toMatchObject({ name: 'FeeClientError', code: 'repeats' });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('in production', () => {
  test('calls in a row share their connection, and a call after the service has closed it gets its response', async () => {
    const sockets = new Set<unknown>();
    const client = await clientOf((request, answer) => {
      sockets.add(request.socket);
      answer.end('{"sTxId":"a"}');
    });
    const sell = () => client.sale({ sTxId: 'a' }, { repeats: 2 });
    for (let n = 0; n < 10; n++) expect(await sell()).toMatchObject({ kind: 'sale' });
    expect(sockets.size).toBeLessThan(3);

    for (const socket of sockets) (socket as Socket).destroy();
    expect(await sell()).toMatchObject({ kind: 'sale' });
  });

  test('calls leave no listener on the signal of the caller, and no timer', async () => {
    const client = await clientOf((request, answer) => {
      if (request.url?.endsWith('sale')) request.socket.destroy();
      else answer.end('{}');
    });
    const { signal } = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    for (let n = 0; n < 50; n++) {
      await client.fee(REQUEST, { signal });
      await client.sale({ sTxId: 'a' }, { signal });
    }

    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(timers()).toBeLessThan(before + 10);
  });
});

describe('no answer', () => {
  test('comes in time', async () => {
    let asked = 0;
    const client = await clientOf(
      (_, answer) => {
        asked++;
        // Headers alone are no answer yet.
        answer.writeHead(200).flushHeaders();
      },
      { timeout: 2000 },
    );

    expect(await client.fee(REQUEST)).toMatchObject({ kind: 'unanswered', reason: 'timeout' });
    expect(asked).toBe(1);
  });

  test('is waited for when the caller gives up', async () => {
    const asked = new AbortController();
    const client = await clientOf(() => asked.abort());

    expect(await client.sale({ sTxId: 'a' }, { signal: asked.signal })).toMatchObject({
      kind: 'unanswered',
      reason: 'aborted',
    });
  });

  test('comes over a connection that breaks, and nothing is asked twice', async () => {
    let asked = 0;
    const client = await clientOf((request) => {
      asked++;
      request.socket.destroy();
    });

    expect(await client.fee(REQUEST)).toMatchObject({ kind: 'unanswered', reason: 'connection' });
    expect(asked).toBe(1);
  });
});

describe('nothing is sent', () => {
  test.each([
    ['more digits of a card than the service ever gets', '4242424242424242'],
    ['them set apart', '4242 4242 4242 4242'],
  ])('with %s', async (_, nicn) => {
    const fetch = vi.fn();
    const client = createFeeClient({ baseUrl: 'http://127.0.0.1:9', token: 'a', fetch });
    const failure = await client.fee({ ...REQUEST, nicn }).catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'FeeClientError', code: 'nicn' });
    expect(String(failure)).not.toContain('4242');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('with a token that is no token, which no message repeats', async () => {
    const client = createFeeClient({ baseUrl: 'http://127.0.0.1:9', token: 'secret\nvalue' });
    const failure = await client.sale({ sTxId: 'a' }).catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'FeeClientError', code: 'token' });
    expect(String(failure)).not.toContain('secret');
  });

  test('when a token cannot be had', async () => {
    const token = () => Promise.reject(new Error('no token today'));
    const client = createFeeClient({ baseUrl: 'http://127.0.0.1:9', token });

    await expect(client.fee(REQUEST)).rejects.toThrow('no token today');
  });
});

test.each([
  '',
  'fees.example.com',
  'ftp://fees.example.com',
  'https://a:b@fees.example.com',
  'https://a.example/?x=1',
])('the address %j is none', (baseUrl) => {
  expect(() => createFeeClient({ baseUrl, token: 'a' })).toThrow(
    expect.objectContaining({ name: 'FeeClientError', code: 'base-url' }),
  );
});

test.each([0, -1, Number.NaN, 2 ** 31])('the timeout %d is none', (timeout) => {
  expect(() => createFeeClient({ baseUrl: 'https://a.example', token: 'a', timeout })).toThrow(
    expect.objectContaining({ code: 'timeout' }),
  );
});

test.each(['https://a.example/fees', 'https://a.example/fees/'])(
  'the address %s may have a path',
  async (baseUrl) => {
    const asked: string[] = [];
    const fetch = async ({ url }: Request) => {
      asked.push(url);

      return Response.json({ sTxId: 'a' });
    };
    await createFeeClient({ baseUrl, token: 'a', fetch }).sale({ sTxId: 'a' });

    expect(asked).toEqual(['https://a.example/fees/v1/ch/sale']);
  },
);

test('what the document does not allow does not compile', () => {
  const client = createFeeClient({
    baseUrl: 'https://a.example',
    token: 'a',
    fetch: async () => new Response(),
  });

  return Promise.all([
    // @ts-expect-error without a region
    client.fee({ amount: 1, nicn: '424242' }),
    // @ts-expect-error with an sTxId it is an update
    client.fee({ ...REQUEST, sTxId: 'a' }),
    // @ts-expect-error an update names its transaction
    client.update(REQUEST),
    // @ts-expect-error so does a sale
    client.sale({ authCode: '1' }),
  ]);
});
