import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, gunzipSync } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, headersFor, SALE } from '../../../../test/support/ask-mock.ts';
import { parseMerchants } from '../../../engine/index.ts';
import { createMemoryLedger } from '../../../ledger/memory.ts';
import { createMock, type RunningMock, startMock } from '../../index.ts';

interface Expected {
  readonly isCarriedOut: boolean;
  /** What the client receives; nothing that it can read where the status is undefined. */
  readonly status?: number;
  readonly body?: 'JSON' | 'no JSON' | 'nothing';
  readonly headers?: Readonly<Record<string, string>>;
  /** What the journal says of the part that the client received. */
  readonly received?: 'a part' | 'no response';
}

const PROBLEM = { isCarriedOut: false, body: 'JSON' } as const;
const FEE_ANSWER = { isCarriedOut: true, status: 200, body: 'JSON' } as const;

const FAULTS: Readonly<Record<string, Expected>> = {
  'status=418': { ...PROBLEM, status: 418, headers: { 'content-type': 'application/problem+json' } },
  'status=429': { ...PROBLEM, status: 429, headers: { 'retry-after': '1' } },
  'status=503;retry-after=0': { ...PROBLEM, status: 503, headers: { 'retry-after': '0' } },
  refuse: { ...PROBLEM, status: 422, headers: { 'content-type': 'application/problem+json' } },
  'no-fields': { ...PROBLEM, status: 200 },
  'latency=30': FEE_ANSWER,
  'slow-body=1000': FEE_ANSWER,
  close: FEE_ANSWER,
  'message=declined': FEE_ANSWER,
  'message="not ok"': FEE_ANSWER,
  'zero-fee': FEE_ANSWER,
  'single-bytes': FEE_ANSWER,
  'duplicate-header': FEE_ANSWER,
  malformed: { ...FEE_ANSWER, body: 'no JSON' },
  empty: { ...FEE_ANSWER, body: 'nothing' },
  'no-content': { ...FEE_ANSWER, status: 204, body: 'nothing' },
  'truncated-gzip': { ...FEE_ANSWER, body: 'no JSON', received: 'a part' },
  'content-length=short': { ...FEE_ANSWER, body: 'no JSON', received: 'a part' },
  truncated: { isCarriedOut: true, received: 'a part' },
  reset: { isCarriedOut: false, received: 'no response' },
  'reset=after': { isCarriedOut: true, received: 'no response' },
  'latency=20, reset': { isCarriedOut: false, received: 'no response' },
};

const headersOf = (mock: RunningMock, fault?: string) => ({
  ...headersFor(mock.token()),
  ...(fault !== undefined && { 'tollgate-fault': fault }),
});

function bodyOf(text: string): Expected['body'] {
  if (text === '') return 'nothing';
  try {
    JSON.parse(text);
    return 'JSON';
  } catch {
    return 'no JSON';
  }
}

describe.each([
  ['http', {}],
  ['https', { tls: 'self-signed' }],
] as const)('over %s', (_name, options) => {
  const ledger = createMemoryLedger();
  let recorded = 0;
  let mock: RunningMock;
  let dispatcher: Agent;
  beforeAll(async () => {
    const record: typeof ledger.record = (...call) => {
      recorded += 1;
      return ledger.record(...call);
    };
    mock = await startMock({ ...options, ledger: { ...ledger, record } });
    dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  });
  afterAll(async () => {
    await dispatcher.destroy();
    await mock.close();
  });

  const call = async (
    fault?: string,
    body: Dispatcher.DispatchOptions['body'] = JSON.stringify(BASELINE),
  ) => {
    const headers = headersOf(mock, fault);
    const answer = await request(`${mock.url}${FEE}`, { method: 'POST', dispatcher, headers, body });

    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  describe.each([
    ['a whole request', () => JSON.stringify(BASELINE)],
    ['one in chunks', () => Readable.from([Buffer.from(JSON.stringify(BASELINE))])],
  ])('%s', (_how, body) => {
    it.each(Object.entries(FAULTS))('with the fault %s gets %j', async (fault, expected) => {
      const before = recorded;
      const answer = await call(fault, body()).catch(() => undefined);

      expect(recorded - before).toBe(expected.isCarriedOut ? 1 : 0);
      expect(mock.journal().at(-1)).toMatchObject({ fault });
      expect(mock.journal().at(-1)?.received).toBe(expected.received);
      expect(answer?.status).toBe(expected.status);
      if (answer === undefined) return;
      expect(answer.headers).toMatchObject({
        'request-id': expect.any(String),
        'tollgate-fault': fault,
        ...expected.headers,
      });
      expect(bodyOf(answer.text)).toBe(expected.body);
    });
  });

  it('a request that hangs does not delay others, and ends when the client aborts', async () => {
    const abort = new AbortController();
    const hung = request(`${mock.url}${FEE}`, {
      ...{ method: 'POST', dispatcher, headers: headersOf(mock, 'hang'), signal: abort.signal },
      body: JSON.stringify(BASELINE),
    }).catch(() => 'aborted');

    expect((await call()).status).toBe(200);
    abort.abort();
    expect(await hung).toBe('aborted');
    expect(mock.journal()).toContainEqual(
      expect.objectContaining({ fault: 'hang', received: 'no response' }),
    );
  });

  it('a malformed header is refused, and the call is not carried out', async () => {
    const before = recorded;
    const { status, headers, text } = await call('latency=soon');

    expect([status, headers['content-type'], recorded]).toEqual([400, 'application/problem+json', before]);
    expect(JSON.parse(text)).toMatchObject({
      reasonCode: 'malformed-fault',
      detail:
        'header Tollgate-Fault.latency: expected a whole number from 0 to 600000, got "soon". Correct the fault, or leave it out.',
    });
  });
});

it.each([
  ['reset', /the fault reset the connection/],
  ['hang', /the fault sends no response/],
  ['truncated', /cut the response off after \d+ of \d+ bytes/],
])('a call in this process fails with a reason by the fault %s', async (fault, why) => {
  await using mock = await createMock();
  const answer = asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault });

  await expect(answer).rejects.toMatchObject({ code: 'no-answer', message: expect.stringMatching(why) });
});

it.each([
  ['no-fields', {}, 200, {}],
  ['zero-fee', {}, 200, { transactionFee: 0, sTxId: expect.any(String), message: 'ok' }],
  ['message=declined', {}, 200, { transactionFee: 2.43, sTxId: expect.any(String), message: 'declined' }],
  [
    'refuse',
    { refusal: 'json', 'refusal-status': '409' },
    409,
    expect.objectContaining({ reason: expect.stringMatching(/a fault/) }),
  ],
  [
    'refuse',
    { refusal: '2xx-zero-fee' },
    200,
    { transactionFee: 0, message: expect.not.stringMatching('ok') },
  ],
] as const)('the fault %s with the choices %j answers %i %j', async (fault, choices, status, body) => {
  await using mock = await createMock({ choices });
  const answer = await asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault });

  expect([answer.status, answer.json()]).toEqual([status, body]);
});

describe('a mock with faults', () => {
  it('does not wait for them when it is closed', async () => {
    const mock = await startMock();
    const body = JSON.stringify(BASELINE);
    const calls = ['hang', 'latency=600000', 'slow-body=1'].map((fault) =>
      request(`${mock.url}${FEE}`, { method: 'POST', headers: headersOf(mock, fault), body })
        .then((answer) => answer.body.text())
        .catch(() => 'cut off'),
    );
    const injected = asking(mock)(FEE, BASELINE, { 'tollgate-fault': 'latency=600000' });
    const lost = expect(injected).rejects.toMatchObject({ code: 'no-answer' });
    await asking(mock)(FEE, BASELINE, { 'tollgate-fault': 'latency=100' });
    await mock.close();
    await lost;

    expect(await Promise.all(calls)).toEqual(['cut off', 'cut off', 'cut off']);
  });

  it('keeps the transaction of a lost response', async () => {
    await using mock = await createMock({ faults: ['path=/v1/ch, times=1: reset=after'] });
    const ask = asking(mock);

    await expect(ask(FEE, { ...BASELINE, mTxId: 'order-1' })).rejects.toMatchObject({ code: 'no-answer' });
    expect((await ask(SALE, { mTxId: 'order-1' })).status).toBe(200);
  });

  it('refuses calls that match a rule, and counts them, until it is cleared', async () => {
    await using mock = await createMock({ faults: ['amount=13.37: status=503;retry-after=2'] });
    const ask = asking(mock);
    const magic = await ask(FEE, '{"amount":13.370,"nicn":"424242","region":"AZ"}');

    expect([magic.status, magic.headers['retry-after'], fieldsOf(magic)['reasonCode']]).toEqual([
      503,
      '2',
      'fault',
    ]);
    expect((await ask(FEE, BASELINE)).headers).not.toHaveProperty('tollgate-fault');
    expect(mock.faults.list()).toMatchObject([{ id: 'fault-1', hits: 1 }]);
    mock.faults.clear();
    expect((await ask(FEE, { ...BASELINE, amount: 13.37 })).status).toBe(200);
  });

  const shop = (fault: string) =>
    parseMerchants(
      `merchants: { shop: { processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "1" } }], faults: [${fault}] } }`,
      'shop.yaml',
    );

  it('counts calls without a token or without JSON for rules that need neither', async () => {
    await using mock = await createMock({ faults: ['every=2: status=503'] });
    const headers = { 'content-type': 'application/json' };
    const statuses: number[] = [];
    for (const body of ['{', '{}', '{', '{}'])
      statuses.push((await mock.inject({ path: FEE, body, headers })).status);

    expect(statuses).toEqual([401, 503, 401, 503]);
  });

  it('names the merchant that a choice gave to a request without a token', async () => {
    await using mock = await createMock({ faults: ['empty'], choices: { 'missing-token': 'take' } });
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };
    await mock.inject({ path: FEE, body: BASELINE, headers });

    expect(mock.journal()).toMatchObject([{ merchant: 'one', fault: 'empty' }]);
  });

  it('is not created with a malformed fault, nor with merchants that have one', async () => {
    const problem = 'status: expected a whole number from 400 to 599, got 200';

    await expect(createMock({ faults: ['amount=13.37: status=200'] })).rejects.toThrow(
      `the fault: ${problem}`,
    );
    await expect(createMock({ merchants: shop('{ then: { status: 200 } }') })).rejects.toMatchObject({
      code: 'merchants-unreadable',
      message: `merchant shop has a problem:\nmerchants.shop.faults[0].then.${problem}`,
    });
  });
});

// What faults put on the wire, read from a socket as it arrives.

const mock = await startMock();
afterAll(() => mock.close());

interface Received {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
  /** The number of pieces in which it arrived. */
  readonly pieces: number;
  readonly isEnded: boolean;
}

/** Sends a fee call with this fault, and reads until the connection ends, or nothing arrives for 200 ms. */
async function callWith(fault: string): Promise<Received> {
  const socket = connect(Number(new URL(mock.url).port), '127.0.0.1').setNoDelay();
  const body = JSON.stringify(BASELINE);
  const head = [
    `POST ${FEE} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${mock.token()}`,
    'Content-Type: application/json',
    'X-Requested-With: xhr',
    `Content-Length: ${body.length}`,
    `Tollgate-Fault: ${fault}`,
  ];
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = once(socket, 'end').then(() => true);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  let isEnded = false;
  for (let seen = -1; !isEnded && (pieces.length > seen || pieces.length === 0); ) {
    seen = pieces.length;
    isEnded = await Promise.race([ended, pause(200, false)]);
  }
  socket.destroy();
  const bytes = Buffer.concat(pieces);
  const split = bytes.indexOf('\r\n\r\n');
  const text = bytes.toString('latin1', 0, split);

  return {
    status: Number(text.split(' ')[1]),
    head: text.toLowerCase(),
    body: bytes.subarray(split + 4),
    pieces: pieces.length,
    isEnded,
  };
}

const announced = ({ head }: Received) => Number(/^content-length: (\d+)$/m.exec(head)?.[1]);
const isFee = (body: Buffer) => JSON.parse(body.toString()).message === 'ok';

it('a truncated gzip is a valid response whose body cannot be decompressed', async () => {
  const received = await callWith('truncated-gzip');
  const decompressed = gunzipSync(received.body, { finishFlush: constants.Z_SYNC_FLUSH }).toString();

  expect(received.head).toMatch(/^content-encoding: gzip$/m);
  expect(announced(received)).toBe(received.body.length);
  expect(decompressed).toMatch(/^\{"transactionFee":[^}]*$/);
  expect(() => gunzipSync(received.body)).toThrow('unexpected end of file');
  expect(mock.journal().at(-1)?.answer.body).toMatchObject({ message: 'ok' });
});

it('a length that is too long makes the client wait', async () => {
  const received = await callWith('content-length=long');

  expect(isFee(received.body)).toBe(true);
  expect(announced(received)).toBe(received.body.length + 1);
  expect(received.isEnded).toBe(false);
});

it('a length that is too short makes the client read a part', async () => {
  const received = await callWith('content-length=short');

  expect(isFee(received.body)).toBe(true);
  expect(announced(received)).toBe(Math.floor(received.body.length / 2));
  expect(received.isEnded).toBe(true);
});

it('single bytes arrive one by one, and are a whole response', async () => {
  const received = await callWith('single-bytes');

  expect(isFee(received.body)).toBe(true);
  expect(announced(received)).toBe(received.body.length);
  // A busy machine may read several at once.
  expect(received.pieces).toBeGreaterThan(received.body.length / 4);
});

it('no content is a status without type, length and body, after which the connection is used again', async () => {
  const received = await callWith('no-content');

  expect([received.status, received.body.length, received.isEnded]).toEqual([204, 0, false]);
  expect(received.head).not.toMatch(/^content-/m);
});

it('a duplicate header is sent twice', async () => {
  const received = await callWith('duplicate-header');

  expect(received.head.match(/^content-type: application\/json$/gm)).toHaveLength(2);
  expect(isFee(received.body)).toBe(true);
});
