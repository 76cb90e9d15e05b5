import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../../test/support/ask-mock.ts';
import { parseMerchants } from '../../../engine/index.ts';
import { createMemoryLedger } from '../../../ledger/memory.ts';
import { createMock, type RunningMock, startMock } from '../../index.ts';
import { refuseBecause } from '../../refusal.ts';
import { createFaultStore } from './fault-store.ts';
import { createFaults } from './faults.ts';

/** A mock that counts the fee calls that it carries out. */
async function countingMock(options: Parameters<typeof startMock>[0] = {}) {
  const inner = createMemoryLedger();
  const counted = { recorded: 0 };
  const mock = await startMock({
    ...options,
    ledger: {
      ...inner,
      record: (...recorded) => {
        counted.recorded += 1;
        return inner.record(...recorded);
      },
    },
  });

  return { mock, counted };
}

const headersOf = (mock: RunningMock, fault: string) => ({
  'content-type': 'application/json',
  'x-requested-with': 'xhr',
  authorization: `Bearer ${mock.token()}`,
  ...(fault === '' ? {} : { 'tollgate-fault': fault }),
});

/** Each fault with whether the call is carried out, and what the client receives. */
const KINDS = [
  ['status=418', 'not carried out', { status: 418, header: 'status=418', type: 'application/problem+json' }],
  ['429', 'not carried out', { status: 429, header: 'status=429', retryAfter: '1' }],
  ['503;retry-after=0', 'not carried out', { status: 503, retryAfter: '0' }],
  ['latency=30', 'carried out', { status: 200, header: 'latency=30', body: 'JSON' }],
  ['malformed', 'carried out', { status: 200, header: 'malformed', body: 'no JSON' }],
  ['empty', 'carried out', { status: 200, header: 'empty', body: 'nothing' }],
  ['slow-body=1000', 'carried out', { status: 200, header: 'slow-body=1000', body: 'JSON' }],
  ['close', 'carried out', { status: 200, header: 'close', body: 'JSON' }],
  ['refuse', 'not carried out', { status: 422, header: 'refuse', type: 'application/problem+json' }],
  ['message=declined', 'carried out', { status: 200, header: 'message=declined', body: 'JSON' }],
  ['no-fields', 'not carried out', { status: 200, header: 'no-fields', body: 'JSON' }],
  ['message="not ok"', 'carried out', { status: 200, header: 'message="not ok"', body: 'JSON' }],
  ['zero-fee', 'carried out', { status: 200, header: 'zero-fee', body: 'JSON' }],
  ['truncated', 'carried out', 'lost'],
  ['reset', 'not carried out', 'lost'],
  ['reset=after', 'carried out', 'lost'],
  ['latency=20, reset', 'not carried out', 'lost'],
] as const;

describe.each([
  ['http', {}],
  ['https', { tls: 'self-signed' }],
] as const)('over %s', (_name, options) => {
  let mock: RunningMock;
  let counted: { recorded: number };
  let dispatcher: Agent;
  beforeAll(async () => {
    ({ mock, counted } = await countingMock(options));
    dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  });
  afterAll(async () => {
    await dispatcher.destroy();
    await mock.close();
  });

  const call = async (fault: string, body: Dispatcher.DispatchOptions['body'] = JSON.stringify(BASELINE)) => {
    const answer = await request(`${mock.url}${FEE}`, {
      method: 'POST',
      dispatcher,
      headers: headersOf(mock, fault),
      body,
    });

    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  describe.each([
    ['a whole request', () => JSON.stringify(BASELINE)],
    ['one in chunks', () => Readable.from([Buffer.from(JSON.stringify(BASELINE))])],
  ])('%s', (_how, body) => {
    it.each(KINDS)('with the fault %s is %s', async (fault, work, expected) => {
      const before = counted.recorded;
      const answer = await call(fault, body()).catch(() => 'lost');

      expect(counted.recorded - before).toBe(work === 'carried out' ? 1 : 0);
      if (expected === 'lost' || typeof answer === 'string') {
        expect(answer).toBe(expected);
        return;
      }
      expect(answer).toMatchObject({ status: expected.status });
      expect(answer.headers['request-id']).toEqual(expect.any(String));
      if ('header' in expected) expect(answer.headers['tollgate-fault']).toBe(expected.header);
      if ('type' in expected) expect(answer.headers['content-type']).toBe(expected.type);
      if ('retryAfter' in expected) expect(answer.headers['retry-after']).toBe(expected.retryAfter);
      if ('body' in expected) expect(bodyOf(answer.text)).toBe(expected.body);
    });
  });

  it('a request that hangs does not delay others, and ends when the client aborts', async () => {
    const abort = new AbortController();
    const hung = request(`${mock.url}${FEE}`, {
      method: 'POST',
      dispatcher,
      headers: headersOf(mock, 'hang'),
      body: JSON.stringify(BASELINE),
      signal: abort.signal,
    }).catch(() => 'aborted');

    expect((await call('')).status).toBe(200);
    abort.abort();
    expect(await hung).toBe('aborted');
  });

  it('a malformed header is refused, and the call is not carried out', async () => {
    const before = counted.recorded;
    const { status, headers, text } = await call('latency=soon');

    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(text)).toMatchObject({
      reasonCode: 'malformed-fault',
      detail:
        'header Tollgate-Fault.latency: expected a whole number from 0 to 600000, got "soon". Correct the fault, or leave it out.',
    });
    expect(counted.recorded).toBe(before);
  });
});

function bodyOf(text: string): string {
  if (text === '') return 'nothing';
  try {
    JSON.parse(text);
    return 'JSON';
  } catch {
    return 'no JSON';
  }
}

describe('in this process', () => {
  it.each([
    ['reset', /the fault reset the connection/],
    ['hang', /the fault sends no response/],
    ['truncated', /cut the response off after \d+ of \d+ bytes/],
  ])('a call with the fault %s fails with a reason', async (fault, why) => {
    await using mock = await createMock();
    const answer = asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault });

    await expect(answer).rejects.toMatchObject({ code: 'no-answer', message: expect.stringMatching(why) });
  });

  it.each(['latency=20', 'slow-body=2000', 'malformed', 'status=503'])(
    'the answer to a call with the fault %s names it',
    async (fault) => {
      await using mock = await createMock();
      const { headers } = await asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault });

      expect(headers['tollgate-fault']).toBe(fault);
    },
  );
});

describe('the journal', () => {
  it.each([
    ['latency=1, reset=after', 'no response'],
    ['hang', 'no response'],
    ['truncated', 'a part'],
    ['latency=1', undefined],
    ['malformed', undefined],
    ['status=503', undefined],
  ])('says how little the client received with the fault %s', async (fault, received) => {
    await using mock = await createMock();
    await asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault }).catch(() => {});

    expect(mock.journal()).toMatchObject([{ fault }]);
    expect(mock.journal()[0]?.received).toBe(received);
  });
});

describe('a fault changes one thing', () => {
  it.each([
    [
      'no-fields',
      {},
      { status: 200, body: { transactionFee: undefined, sTxId: undefined, message: undefined } },
    ],
    ['zero-fee', {}, { status: 200, body: { transactionFee: 0, message: 'ok' } }],
    ['message=declined', {}, { status: 200, body: { transactionFee: 2.43, message: 'declined' } }],
    ['refuse', { refusal: 'json', 'refusal-status': '409' }, { status: 409, body: { reason: /a fault/ } }],
    ['refuse', { refusal: '2xx-zero-fee' }, { status: 200, body: { transactionFee: 0 } }],
    ['close', {}, { status: 200, connection: 'close', body: { message: 'ok' } }],
  ] as const)('%s with the choices %j', async (fault, choices, expected) => {
    await using mock = await createMock({ choices });
    const { status, headers, json } = await asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault });
    const body = json() as Readonly<Record<string, unknown>>;

    expect(status).toBe(expected.status);
    if ('connection' in expected) expect(headers['connection']).toBe(expected.connection);
    for (const [name, value] of Object.entries(expected.body))
      expect(body[name]).toEqual(value instanceof RegExp ? expect.stringMatching(value) : value);
    if (fault === 'refuse') expect(body['message']).not.toBe('ok');
  });
});

describe('a mock with faults', () => {
  it('does not wait for them when it is closed', async () => {
    const { mock } = await countingMock();
    const calls = ['hang', 'latency=600000', 'slow-body=1'].map((fault) =>
      request(`${mock.url}${FEE}`, {
        method: 'POST',
        headers: headersOf(mock, fault),
        body: JSON.stringify(BASELINE),
      })
        .then(({ body }) => body.text())
        .catch(() => 'cut off'),
    );
    const injected = asking(mock)(FEE, BASELINE, { 'tollgate-fault': 'latency=600000' });
    const lost = expect(injected).rejects.toMatchObject({ code: 'no-answer' });
    await asking(mock)(FEE, BASELINE, { 'tollgate-fault': 'latency=100' });
    await mock.close();
    await lost;

    expect(await Promise.all(calls)).toEqual(['cut off', 'cut off', 'cut off']);
  });

  it('keeps the transaction of a lost response, so that the client can retry', async () => {
    await using mock = await createMock({ faults: ['path=/v1/ch, times=1: reset=after'] });
    const ask = asking(mock);
    const order = { ...BASELINE, mTxId: 'order-1' };

    await expect(ask(FEE, order)).rejects.toMatchObject({ code: 'no-answer' });
    expect((await ask(SALE, { mTxId: 'order-1' })).status).toBe(200);
    expect((await ask(FEE, order)).status).toBe(200);
  });

  it('refuses calls that match a rule, and counts them', async () => {
    await using mock = await createMock({ faults: ['amount=13.37: status=503;retry-after=2'] });
    const ask = asking(mock);
    const magic = await ask(FEE, '{"amount":13.370,"nicn":"424242","region":"AZ"}');

    expect(magic.status).toBe(503);
    expect(magic.headers['retry-after']).toBe('2');
    expect(fieldsOf(magic)['reasonCode']).toBe('fault');
    expect((await ask(FEE, BASELINE)).headers).not.toHaveProperty('tollgate-fault');
    expect(mock.faults.list()).toMatchObject([{ id: 'fault-1', hits: 1 }]);
    mock.faults.clear();
    expect((await ask(FEE, { ...BASELINE, amount: 13.37 })).status).toBe(200);
  });

  it('has the faults of its current merchants', async () => {
    const file = (amount: string) =>
      parseMerchants(
        `merchants: { shop: { processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "1" } }], faults: [{ when: { amount: "${amount}" }, then: { status: 503 } }] } }`,
        'shop.yaml',
      );
    await using mock = await createMock({ merchants: file('13.37') });
    const statusOf = async (amount: number) => (await asking(mock)(FEE, { ...BASELINE, amount })).status;

    expect([await statusOf(13.37), await statusOf(6.66)]).toEqual([503, 200]);
    await mock.useMerchants(file('6.66'));
    expect([await statusOf(13.37), await statusOf(6.66)]).toEqual([200, 503]);
  });

  it('counts calls without a token or without JSON for rules that need neither', async () => {
    await using mock = await createMock({ faults: ['every=2: status=503'] });
    const statuses: number[] = [];
    for (const body of ['{', '{}', '{', '{}']) {
      statuses.push(
        (await mock.inject({ path: FEE, body, headers: { 'content-type': 'application/json' } })).status,
      );
    }

    expect(statuses).toEqual([401, 503, 401, 503]);
  });

  it('refuses merchants whose faults are malformed', async () => {
    const merchants = parseMerchants(
      'merchants: { shop: { processors: [{ mid: "1", name: a, pricing: { model: flat, fixed: "1" } }], faults: [{ then: { status: 200 } }] } }',
      'shop.yaml',
    );

    await expect(createMock({ merchants })).rejects.toMatchObject({
      code: 'merchants-unreadable',
      message:
        'merchant shop has a problem:\nmerchants.shop.faults[0].then.status: expected a whole number from 400 to 599, got 200',
    });
  });

  it('is not created with a malformed fault', async () => {
    await expect(createMock({ faults: ['amount=13.37: status=200'] })).rejects.toThrow(
      'then.status: expected a whole number from 400 to 599, got 200',
    );
  });
});

describe('the behavior', () => {
  const request = {
    id: '1',
    method: 'POST',
    url: FEE,
    headers: {},
    body: undefined,
    isUtf8: true,
    receivedAt: 0,
    startedAt: 0,
  };
  const response = { status: 200, headers: {}, body: '{}' };
  const refused = refuseBecause('unauthorized', 'no token');

  it('passes a request on as it is where there is no rule and no header', async () => {
    const unused = () => {
      throw new Error('not needed');
    };
    const { receive } = createFaults(createFaultStore({ merchants: () => [] }));
    const context = { operation: 'calculateFee', authenticate: unused, parse: unused } as const;

    expect(await receive?.(request, async () => response, context)).toBe(response);
  });

  it('keeps the merchant that a choice gave to a request without a token', async () => {
    const store = createFaultStore({ merchants: () => [] });
    store.add('empty');
    const context = {
      operation: 'calculateFee',
      authenticate: async () => refused,
      parse: () => refused,
    } as const;
    const next = async () => ({ ...response, merchant: 'one' });

    expect(await createFaults(store).receive?.(request, next, context)).toMatchObject({
      merchant: 'one',
      headers: { 'tollgate-fault': 'empty' },
      body: '',
    });
  });
});
