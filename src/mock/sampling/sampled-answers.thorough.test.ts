/** Sampled answers pass through the parts that all answers pass through. Prism takes a second to load. */
import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock as createJudgingMock } from '../../../cli/index.ts';
import { asking, BASELINE, FEE, fieldsOf, SALE } from '../../../test/support/ask-mock.ts';
import { type RunningMock, startMock } from '../index.ts';

describe('a sampled answer', () => {
  let mock: RunningMock;
  beforeAll(async () => {
    mock = await startMock({ static: true });
  });
  afterAll(() => mock.close());

  it('is the same to a page in a browser, to a request in pieces and to an injected one', async () => {
    const headers = {
      ...{ origin: 'https://shop.example', 'sec-fetch-mode': 'cors', prefer: 'code=201' },
      ...{ 'content-type': 'application/json', 'x-requested-with': 'xhr' },
      authorization: `Bearer ${mock.token()}`,
    };
    const text = JSON.stringify(BASELINE);
    const pieces = () => Readable.from([text.slice(0, 9), text.slice(9)].map((piece) => Buffer.from(piece)));
    const injected = await mock.inject({ path: FEE, headers, body: text });
    expect(injected).toMatchObject({ status: 201, headers: { 'access-control-allow-origin': '*' } });

    for (const body of [text, pieces()]) {
      const answer = await request(`${mock.url}${FEE}`, { method: 'POST', headers, body });

      expect(answer.statusCode).toBe(201);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': injected.headers['access-control-expose-headers'],
        'content-type': injected.headers['content-type'],
        'request-id': expect.any(String),
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(await answer.body.json()).toEqual(injected.json());
    }
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
