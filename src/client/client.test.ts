import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFeeClient, type FeeClientOptions } from './index.ts';

const REQUEST = { amount: 100, nicn: '424242', region: 'AZ' };

/** A client of a server that answers like this, and that listens on this machine until the test ends. */
async function clientOf(listener: RequestListener, options: Partial<FeeClientOptions> = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await vi.waitUntil(() => server.listening);
  const { port } = server.address() as AddressInfo;

  return createFeeClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'a.b.c', ...options });
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

describe('an answer to a fee call', () => {
  test.each([
    [
      200,
      '{"transactionFee":2.43,"sTxId":"a","message":"ok"}',
      { kind: 'fee', transactionFee: 2.43, sTxId: 'a' },
    ],
    [
      201,
      '{"transactionFee":0,"sTxId":"a","message":"ok","more":1}',
      { kind: 'fee', transactionFee: 0, sTxId: 'a' },
    ],
    [200, '{"transactionFee":0,"sTxId":"a","message":"no"}', { kind: 'refused', status: 200, message: 'no' }],
    [200, '{}', { kind: 'refused', status: 200, message: undefined }],
    [200, '{"message":7}', { kind: 'refused', status: 200, message: undefined }],
    [
      422,
      '{"message":"no","detail":"x"}',
      { kind: 'refused', status: 422, message: 'no', body: { message: 'no', detail: 'x' } },
    ],
    [422, '{"transactionFee":1,"sTxId":"a","message":"ok"}', { kind: 'refused', status: 422 }],
    [500, '<h1>no</h1>', { kind: 'refused', status: 500, message: undefined, body: '<h1>no</h1>' }],
    [400, '', { kind: 'refused', status: 400, message: undefined }],
    [401, 'null', { kind: 'refused', status: 401, message: undefined, body: null }],
    [200, '{"transactionFee":"2.43","sTxId":"a","message":"ok"}', { kind: 'unclear', status: 200 }],
    [200, '{"transactionFee":2.43,"sTxId":"a"}', { kind: 'unclear', status: 200 }],
    [200, '{"transactionFee":2.43,"sTxId":"","message":"ok"}', { kind: 'unclear', status: 200 }],
    [200, '<h1>log in</h1>', { kind: 'unclear', status: 200, body: '<h1>log in</h1>' }],
    [200, '', { kind: 'unclear', status: 200 }],
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
    [200, '{"sTxId":"a","message":"ok"}', { kind: 'sale', sTxId: 'a' }],
    [200, '{"sTxId":"a","message":"declined"}', { kind: 'unclear', status: 200 }],
    [200, '{"message":"declined"}', { kind: 'refused', status: 200, message: 'declined' }],
    [404, '{"message":"unknown"}', { kind: 'refused', status: 404, message: 'unknown' }],
    [200, '{}', { kind: 'refused', status: 200, message: undefined }],
    [200, '{"sTxId":7}', { kind: 'unclear', status: 200 }],
    [200, 'sold', { kind: 'unclear', status: 200, body: 'sold' }],
  ])('%i %s', async (status, text, result) => {
    const client = await clientOf(answering(status, text));

    expect(await client.sale({ mTxId: 'order-1' })).toMatchObject(result);
  });
});

describe('no answer', () => {
  test('comes in time', async () => {
    let asked = 0;
    const client = await clientOf(
      (_, answer) => {
        asked++;
        // The head of an answer is none yet.
        answer.writeHead(200).flushHeaders();
      },
      { timeout: 300 },
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
