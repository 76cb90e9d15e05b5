import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../contract/types.ts';
import { createMock } from './index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from './testing.ts';

const isPrismLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('@stoplight'));

describe('Prism', () => {
  it('is not loaded before a request prefers it', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    await ask(FEE, BASELINE, { prefer: 'return=minimal' });
    await ask(FEE, {});
    expect(isPrismLoaded()).toBe(false);

    await ask(FEE, BASELINE, { prefer: 'code=200' });
    expect(isPrismLoaded()).toBe(true);
  });

  it('answers with the example that is preferred, and opens no transaction', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const answer = await ask(FEE, { ...BASELINE, mTxId: 'order-1' }, { prefer: 'example=no-fee' });

    expect(answer).toMatchObject({ status: 200, headers: { 'request-id': expect.any(String) } });
    expect(answer.json()).toEqual({ transactionFee: 0, sTxId: expect.any(String), message: 'ok' });
    expect((await ask(SALE, { mTxId: 'order-1' })).status).toBe(422);
  });

  it('answers with the status that is preferred', async () => {
    await using mock = await createMock();
    const ask = asking(mock);

    expect((await ask(FEE, BASELINE, { prefer: 'code=422' })).status).toBe(422);
    expect((await ask(FEE, BASELINE, { prefer: 'code=503' })).status).toBe(503);
    expect((await ask(SALE, { mTxId: 'a' }, { prefer: 'code=201' })).status).toBe(201);
    expect(await ask(FEE, BASELINE, { prefer: 'code=204' })).toMatchObject({ status: 204, text: '' });
  });

  it('generates answers', async () => {
    await using mock = await createMock();
    const answer = await asking(mock)(FEE, BASELINE, { prefer: 'dynamic=true' });

    expect(answer.json()).toMatchObject({ transactionFee: expect.any(Number), sTxId: expect.any(String) });
  });

  it.each(['code=100', 'code=abc', 'dynamic=maybe'])(
    'is not asked for what makes no sense: %s',
    async (prefer) => {
      await using mock = await createMock();
      const answer = await asking(mock)(FEE, BASELINE, { prefer });

      expect(answer.status).toBe(422);
      expect(answer.json()).toMatchObject({ violations: [{ pointer: 'header Prefer' }] });
    },
  );

  it('says so where the contract has no such example or media type', async () => {
    await using mock = await createMock();
    const ask = asking(mock);

    expect((await ask(FEE, BASELINE, { prefer: 'example=nobody' })).json()).toMatchObject({
      status: 404,
      reasonCode: 'sample-not-found',
    });
    expect((await ask(FEE, BASELINE, { prefer: 'example=fee', accept: 'text/html' })).json()).toMatchObject({
      status: 406,
      reasonCode: 'not-acceptable',
    });
  });

  it('forgets what the request before accepted', async () => {
    await using mock = await createMock({ static: true });
    const ask = asking(mock);
    await ask(FEE, BASELINE, { accept: 'application/problem+json' });

    expect((await ask(FEE, BASELINE, { accept: 'application/json' })).status).toBe(200);
    expect((await ask(FEE, BASELINE)).status).toBe(200);
  });
});

describe('a static mock', () => {
  it('answers from the contract, the same each time, for any transaction', async () => {
    await using mock = await createMock({ static: true });
    const ask = asking(mock);
    const fee = await ask(FEE, BASELINE);

    expect(fee.json()).toEqual((await ask(FEE, { ...BASELINE, amount: 7, processor: 'nobody' })).json());
    expect((await ask(SALE, { sTxId: 'nobody' })).json()).toEqual({ sTxId: fieldsOf(fee)['sTxId'] });
  });

  it('shows the reasons for what it refuses', async () => {
    await using mock = await createMock({ static: true });
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

  it('refuses what cannot be read as any mock does', async () => {
    await using mock = await createMock({ static: true });
    const ask = asking(mock);

    expect((await ask(FEE, '{')).status).toBe(400);
    expect((await ask(FEE, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask(FEE, '{}', { authorization: 'Bearer x' })).status).toBe(401);
  });
});
