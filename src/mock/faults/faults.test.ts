import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMerchants } from '../../engine/index.ts';
import { createMemoryLedger } from '../../ledger/memory.ts';
import { createMock, type RunningMock, startMock } from '../index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../testing.ts';

/** A mock that counts the fee calls that it carries out. */
async function countingMock(options: Parameters<typeof startMock>[0] = {}) {
  const inner = createMemoryLedger();
  const counted = { recorded: 0 };
  const mock = await startMock({
    ...options,
    ledger: {
      ...inner,
      record: (...asked) => {
        counted.recorded += 1;
        return inner.record(...asked);
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

/** Whether the mock was told of the call, and what came of it over the wire. */
const KINDS = [
  ['status=418', 'not carried out', { status: 418, told: 'status=418', type: 'application/problem+json' }],
  ['429', 'not carried out', { status: 429, told: 'status=429', retryAfter: '1' }],
  ['503;retry-after=0', 'not carried out', { status: 503, retryAfter: '0' }],
  ['latency=30', 'carried out', { status: 200, told: 'latency=30', body: 'JSON' }],
  ['malformed', 'carried out', { status: 200, told: 'malformed', body: 'no JSON' }],
  ['empty', 'carried out', { status: 200, told: 'empty', body: 'nothing' }],
  ['slow-body=1000', 'carried out', { status: 200, told: 'slow-body=1000', body: 'JSON' }],
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
    it.each(KINDS)('that asks for %s is %s', async (fault, work, expected) => {
      const before = counted.recorded;
      const answer = await call(fault, body()).catch(() => 'lost');

      expect(counted.recorded - before).toBe(work === 'carried out' ? 1 : 0);
      if (expected === 'lost' || typeof answer === 'string') {
        expect(answer).toBe(expected);
        return;
      }
      expect(answer).toMatchObject({ status: expected.status });
      expect(answer.headers['request-id']).toEqual(expect.any(String));
      if ('told' in expected) expect(answer.headers['tollgate-fault']).toBe(expected.told);
      if ('type' in expected) expect(answer.headers['content-type']).toBe(expected.type);
      if ('retryAfter' in expected) expect(answer.headers['retry-after']).toBe(expected.retryAfter);
      if ('body' in expected) expect(bodyOf(answer.text)).toBe(expected.body);
    });
  });

  it('a request that hangs leaves the others alone, and ends when the client goes', async () => {
    const giveUp = new AbortController();
    const hung = request(`${mock.url}${FEE}`, {
      method: 'POST',
      dispatcher,
      headers: headersOf(mock, 'hang'),
      body: JSON.stringify(BASELINE),
      signal: giveUp.signal,
    }).catch(() => 'given up');

    expect((await call('')).status).toBe(200);
    giveUp.abort();
    expect(await hung).toBe('given up');
  });

  it('a header that cannot be read is a problem, and the call is not carried out', async () => {
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
    ['hang', /no answer ever comes/],
    ['truncated', /cut the answer off after \d+ of \d+ bytes/],
  ])('a call that meets %s fails with a reason', async (fault, why) => {
    await using mock = await createMock();
    const asked = asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault });

    await expect(asked).rejects.toMatchObject({ code: 'no-answer', message: expect.stringMatching(why) });
  });

  it.each(['latency=20', 'slow-body=2000', 'malformed', 'status=503'])('a call meets %s', async (fault) => {
    await using mock = await createMock();
    const { headers } = await asking(mock)(FEE, BASELINE, { 'tollgate-fault': fault });

    expect(headers['tollgate-fault']).toBe(fault);
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

  it('keeps the transaction whose answer was lost, so that the client can ask again', async () => {
    await using mock = await createMock({ faults: ['path=/v1/ch, times=1: reset=after'] });
    const ask = asking(mock);
    const order = { ...BASELINE, mTxId: 'order-1' };

    await expect(ask(FEE, order)).rejects.toMatchObject({ code: 'no-answer' });
    expect((await ask(SALE, { mTxId: 'order-1' })).status).toBe(200);
    expect((await ask(FEE, order)).status).toBe(200);
  });

  it('refuses what its rules are about, and counts it', async () => {
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

  it('takes them from its merchants, and from those that come in their place', async () => {
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

  it('counts calls of nobody, and of no JSON, for rules that ask for neither', async () => {
    await using mock = await createMock({ faults: ['every=2: status=503'] });
    const statuses: number[] = [];
    for (const body of ['{', '{}', '{', '{}']) {
      statuses.push(
        (await mock.inject({ path: FEE, body, headers: { 'content-type': 'application/json' } })).status,
      );
    }

    expect(statuses).toEqual([401, 503, 401, 503]);
  });

  it('has a static mock go wrong too', async () => {
    await using mock = await createMock({ static: true });

    expect((await asking(mock)(FEE, BASELINE, { 'tollgate-fault': '503' })).status).toBe(503);
    expect((await asking(mock)(FEE, BASELINE)).status).toBe(200);
  });

  it('is not made where a fault cannot be read', async () => {
    await expect(createMock({ faults: ['amount=13.37: status=200'] })).rejects.toThrow(
      'then.status: expected a whole number from 400 to 599, got 200',
    );
  });
});
