import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock as createJudgingMock } from '../../../cli/index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import type { Problem } from '../../contract/types.ts';
import { createMock, type Mock, type RunningMock, startMock } from '../index.ts';

describe('Prism, in a static mock', () => {
  /** Shared by all tests, since Prism takes a second to read the contract. */
  let mock: RunningMock;

  beforeAll(async () => {
    mock = await startMock({ static: true });
  });
  afterAll(() => mock.close());

  it('answers with the preferred example', async () => {
    const ask = asking(mock);
    const answer = await ask(FEE, { ...BASELINE, mTxId: 'order-1' }, { prefer: 'example=no-fee' });

    expect(answer).toMatchObject({ status: 200, headers: { 'request-id': expect.any(String) } });
    expect(answer.json()).toEqual({ transactionFee: 0, sTxId: expect.any(String), message: 'ok' });
  });

  it('answers with the preferred status', async () => {
    const ask = asking(mock);

    expect((await ask(FEE, BASELINE, { prefer: 'code=422' })).status).toBe(422);
    const unavailable = await ask(FEE, BASELINE, { prefer: 'code=503' });
    expect(unavailable.status).toBe(503);
    expect(unavailable.json()).toMatchObject({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
    });
    expect((await ask(SALE, { mTxId: 'a' }, { prefer: 'code=201' })).status).toBe(201);
    expect(await ask(FEE, BASELINE, { prefer: 'code=204' })).toMatchObject({ status: 204, text: '' });
  });

  it('generates responses', async () => {
    const answer = await asking(mock)(FEE, BASELINE, { prefer: 'dynamic=true' });

    expect(answer.json()).toMatchObject({ transactionFee: expect.any(Number), sTxId: expect.any(String) });
  });

  it.each(['204', '205', '304'])('answers with the status %s without a body', async (code) => {
    const { status, body, headers } = await fetch(`${mock.url}${FEE}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${mock.token()}`,
        prefer: `code=${code}`,
      },
      body: JSON.stringify(BASELINE),
    });

    expect({ status, text: body === null ? '' : await new Response(body).text() }).toEqual({
      status: Number(code),
      text: '',
    });
    expect(headers.get('content-type')).toBeNull();
  });

  it.each([
    ['code=299; example=no-fee', 299],
    ['code=299 example=no-fee', 299],
    ['Code = "299"', 299],
    ['code=299, code=422', 299],
    ['return=minimal, code=299', 299],
    ['dynamic=true; code=503', 503],
    ['example="fee"; dynamic=false', 200],
  ])('reads the header Prefer as in RFC 7240: %s', async (prefer, status) => {
    expect((await asking(mock)(FEE, BASELINE, { prefer })).status).toBe(status);
  });

  it.each(['wait=10', 'note="code=422"', 'respond-async, handling=lenient', 'xcode=422'])(
    'ignores other preferences: %s',
    async (prefer) => {
      const ask = asking(mock);

      expect((await ask(FEE, BASELINE, { prefer })).json()).toEqual((await ask(FEE, BASELINE)).json());
    },
  );

  it.each([
    ['code=100', 'code= with a status from 200 to 599', '"100"'],
    ['code=600', 'code= with a status from 200 to 599', '"600"'],
    ['code=2XX', 'code= with a status from 200 to 599', '"2XX"'],
    ['code', 'code= with a status from 200 to 599', '""'],
    ['dynamic', 'dynamic= with true or false', '""'],
    ['dynamic=TRUE', 'dynamic= with true or false', '"TRUE"'],
    ['example=', 'example= with the name of an example of the contract', '""'],
    ['example=fee, dynamic=true', 'either example= or dynamic=true', '"example=fee, dynamic=true"'],
  ])('is not used for an invalid preference: %s', async (prefer, expected, got) => {
    const answer = await asking(mock)(FEE, BASELINE, { prefer });

    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ violations: [{ pointer: 'header Prefer', expected, got }] });
  });

  it('refuses an example or a status that the contract does not have', async () => {
    const ask = asking(mock);
    const notFound = (problem: string) => ({
      status: 404,
      reasonCode: 'sample-not-found',
      detail: `header Prefer: expected ${problem}. Request a status and an example that the contract has.`,
    });

    for (const prefer of ['example=unknown', 'code=201, example=unknown'])
      expect((await ask(FEE, BASELINE, { prefer })).json()).toMatchObject(
        notFound('example= with one of fee, no-fee, got "unknown"'),
      );
    expect((await ask(SALE, { sTxId: 'a' }, { prefer: 'example=fee' })).json()).toMatchObject(
      notFound('example= with one of sale, got "fee"'),
    );
    expect((await ask(FEE, BASELINE, { prefer: 'code=422, example=fee' })).json()).toMatchObject(
      notFound('a status for which the contract has examples, got 422'),
    );
  });
});

it('a mock with state ignores the header Prefer', async () => {
  await using mock = await createMock();
  const ask = asking(mock);
  const { sTxId, transactionFee } = fieldsOf(
    await ask(FEE, BASELINE, { prefer: 'example=no-fee, code=503' }),
  );

  expect(transactionFee).toBe(2.43);
  expect((await ask(SALE, { sTxId }, { prefer: 'code=99' })).status).toBe(200);
});

describe('a static mock', () => {
  let mock: Mock;

  beforeAll(async () => {
    mock = await createMock({ static: true });
  });
  afterAll(() => mock.close());

  it('answers each request with the same example, for any transaction', async () => {
    const ask = asking(mock);
    const fee = await ask(FEE, BASELINE);

    expect(fee.json()).toEqual((await ask(FEE, { ...BASELINE, amount: 7, processor: 'unknown' })).json());
    expect((await ask(SALE, { sTxId: 'unknown' })).json()).toEqual({ sTxId: fieldsOf(fee)['sTxId'] });
  });

  it('explains a refusal with its violations', async () => {
    const answer = await asking(mock)(FEE, { amount: '1', nicn: '42424' }, { 'x-requested-with': '' });
    const { violations = [], message, instance } = answer.json() as Problem;

    expect(answer.status).toBe(422);
    expect(violations.map(({ rule, pointer }) => `${rule} ${pointer}`).toSorted()).toEqual([
      'fee-request/refuses-wrong-types /amount',
      'fee-request/requires-region /region',
      'nicn/refuses-fewer-than-6-digits /nicn',
      'undefined header X-Requested-With',
    ]);
    expect(message).not.toBe('string');
    expect(instance).toBe(answer.headers['request-id']);
  });

  it('refuses malformed requests as other mocks do', async () => {
    const ask = asking(mock);

    expect((await ask(FEE, '{')).status).toBe(400);
    expect((await ask(FEE, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask(FEE, '{}', { authorization: 'Bearer x' })).status).toBe(401);
  });

  it('answers with JSON whatever the header Accept names', async () => {
    for (const accept of ['text/html', 'application/problem+json', ',', '*; q=.2'])
      expect((await asking(mock)(FEE, BASELINE, { accept })).status).toBe(200);
  });
});

it('a static mock injects faults, and accuses no client of what it cannot know', async () => {
  await using mock = await createJudgingMock({ static: true });
  const ask = asking(mock);

  expect((await ask(FEE, BASELINE, { 'tollgate-fault': '503' })).status).toBe(503);
  for (const mTxId of ['order-1', 'order-2']) {
    const { sTxId } = fieldsOf(await ask(FEE, { ...BASELINE, mTxId }));
    for (let count = 0; count < 2; count++) await ask(SALE, { sTxId, mTxId, authCode: mTxId });
  }

  const failed = mock.verdict().rules.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ id }) => id)).toEqual([]);
});
