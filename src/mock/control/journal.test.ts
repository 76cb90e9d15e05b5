/** The control API of the journal: its requests, their verification, and near misses. */
import { describe, expect, it } from 'vitest';
import {
  asking,
  BASELINE,
  control,
  entriesOf,
  FEE,
  fieldsOf,
  get,
  post,
  SALE,
  type Value,
} from '../../../test/support/ask-mock.ts';

import { createMock } from '../index.ts';

describe('the journal', () => {
  it('has every request with its violations, and neither tokens nor card numbers', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const [secret, card] = ['a-session', '4242424242424242'];
    const hidden = { cookie: secret, 'x-trace': card };
    await ask(FEE, { ...BASELINE, nicn: card, cardToken: 'tok-secret' }, hidden);
    await ask(FEE, `{"cardToken":"tok-secret","nicn":"${card}`);
    await ask(`/v1/${card}?card=${card}`, {});
    await mock.inject({ method: 'PUT', path: FEE, body: card });
    const refused = await ask(FEE, BASELINE, { authorization: '' });
    await ask(FEE, BASELINE);
    const entries = await entriesOf(mock);
    const text = JSON.stringify(entries);

    expect(entries.map(({ status, reasonCode }) => [status, reasonCode])).toEqual([
      [422, 'content-refused'],
      [400, 'malformed-json'],
      [404, 'not-found'],
      [405, 'method-not-allowed'],
      [401, 'unauthorized'],
      [200, undefined],
    ]);
    expect(entries[0]).toMatchObject({
      method: 'POST',
      path: FEE,
      merchant: 'one',
      violations: [{ rule: 'nicn/refuses-more-than-8-digits' }],
      request: { body: { nicn: '424242…(16 digits)' } },
    });
    expect(entries[4]).toMatchObject({ requestId: refused.headers['request-id'] });
    expect(entries[5]).toMatchObject({ answer: { body: { message: 'ok', transactionFee: 2.43 } } });
    for (const never of [secret, card, 'tok-secret', mock.token()]) expect(text).not.toContain(never);
  });

  it('returns one request by the Request-Id of its response', async () => {
    await using mock = await createMock();
    const answer = await asking(mock)(FEE, { ...BASELINE, amount: -1 });
    const { instance } = fieldsOf(answer) as { readonly instance: string };

    expect(await get(mock, `/journal/${instance}`)).toMatchObject({ requestId: instance, status: 422 });
    expect((await control(mock, '/journal/unknown')).status).toBe(404);
  });

  it('is filtered by all parameters together', async () => {
    await using mock = await createMock();
    const [ask, askSeveral] = [asking(mock), asking(mock, 'several')];
    await ask(FEE, { ...BASELINE, mTxId: 'order-1' });
    await ask(FEE, { ...BASELINE, mTxId: 'order-1', amount: -5 });
    await ask(FEE, { ...BASELINE, amount: -5 });
    const late = await askSeveral(FEE, { ...BASELINE, mTxId: 'order-1' });
    await ask(SALE, { mTxId: 'order-1' });
    const matched = async (query: string) => (await get(mock, `/journal?${query}`))['matched'];

    expect(await matched('status=4xx')).toBe(3);
    expect(await matched('status=200&path=/v1/ch/sale&method=post')).toBe(1);
    expect(await matched('body.mTxId=order-1')).toBe(4);
    expect(await matched('body.mTxId=order-1&status=422&merchant=one')).toBe(1);
    expect(await matched('body.amount=-5')).toBe(2);
    expect(await matched('rule=processor/required-with-several')).toBe(1);
    expect(await matched(`since=${late.headers['request-id']}`)).toBe(1);
    expect(await entriesOf(mock, '?limit=2')).toMatchObject([{ merchant: 'several' }, { path: SALE }]);
    await control(mock, '/journal', { method: 'DELETE' });
    expect(await matched('')).toBe(0);
  });

  it.each([
    ['?statuss=4xx', 'the query: expected only path, method, status', '(did you mean status?)'],
    ['?status=high', 'a status such as 422, or 4xx', 'high'],
    ['?limit=-1', 'a whole number from 0', '-1'],
    ['?rule=nicn', 'the id of a rule', 'nicn'],
    ['?limit=1&limit=2', 'limit once', ''],
    ['?follow=yes', 'true or false', 'yes'],
    ['?world=a/b', '1 to 64 letters', 'a/b'],
  ])('refuses %s, and explains what it expects', async (query, ...parts) => {
    await using mock = await createMock();
    const answer = await control(mock, `/journal${query}`);

    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    for (const part of parts) expect(fieldsOf(answer)['detail']).toContain(part);
  });

  it('keeps the newest requests, with the beginning of large bodies', async () => {
    await using mock = await createMock({ journal: 3 });
    const ask = asking(mock);
    for (let amount = 1; amount <= 8; amount++) await ask(FEE, { ...BASELINE, amount });
    const amounts = async () =>
      (await entriesOf(mock)).map(({ request }) => (request as { body?: Value }).body?.['amount']);

    expect(await amounts()).toEqual([6, 7, 8]);
    await ask(FEE, { ...BASELINE, data: ['x'.repeat(100_000)] });
    expect(await amounts()).toEqual([7, 8, undefined]);
    const [, , large] = await entriesOf(mock);
    expect(large).toMatchObject({ status: 200, request: { bodyLength: expect.any(Number) } });
    expect(JSON.stringify(large).length).toBeLessThan(20_000);
  });

  it('shows deeply nested bodies as text: an indented one would be of megabytes', async () => {
    await using mock = await createMock();
    const body = `{"x":${'['.repeat(4500)}${']'.repeat(4500)}}`;
    await asking(mock)(FEE, body);
    const entries = await entriesOf(mock);

    expect(entries).toMatchObject([{ status: 422, request: { text: body } }]);
    expect(JSON.stringify(entries, undefined, 2).length).toBeLessThan(5 * body.length);
  });

  it('reports the number of dropped requests, because its counts may be too low', async () => {
    await using mock = await createMock({ journal: 3 });
    for (let amount = 1; amount <= 5; amount++) await asking(mock)(FEE, { ...BASELINE, amount });

    expect(await get(mock, '/journal?limit=0')).toEqual({ matched: 3, dropped: 2, entries: [] });
    expect(await get(mock, '/journal?world=*&limit=0')).toMatchObject({ matched: 3, dropped: 2 });
    expect(await get(mock, '/health')).toMatchObject({ journal: { kept: 3, size: 3, dropped: 2 } });
    expect(fieldsOf(await control(mock, '/verify', post({ request: { path: FEE } })))).toMatchObject({
      matched: 3,
      dropped: 2,
    });
    await control(mock, '/journal', { method: 'DELETE' });
    expect(await get(mock, '/journal')).toEqual({ matched: 0, entries: [] });
  });

  it('can be off, and then is refused with the reason', async () => {
    await using mock = await createMock({ journal: 0 });
    await asking(mock)(FEE, BASELINE);
    for (const answer of [
      await control(mock, '/journal'),
      await control(mock, '/journal/an-id'),
      await control(mock, '/near-misses'),
      await control(mock, '/verify', post({ request: {} })),
    ])
      expect([answer.status, fieldsOf(answer)['detail']]).toEqual([
        404,
        expect.stringContaining('journal is off'),
      ]);
    await expect(createMock({ journal: 1.5 })).rejects.toMatchObject({ code: 'control-options' });
  });
});

describe('verification', () => {
  it('counts matching requests, and shows the most similar ones where they are too few', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    await ask(FEE, { ...BASELINE, mTxId: '4242424242424242' });
    await ask(FEE, { ...BASELINE, amount: 99, mTxId: 'order-2' });
    const verify = async (request: Value, count?: unknown) =>
      fieldsOf(await control(mock, '/verify', post({ request, ...(count === undefined ? {} : { count }) })));

    expect(await verify({ method: 'post', path: FEE })).toMatchObject({ satisfied: true, matched: 2 });
    expect(await verify({ path: FEE }, 1)).toMatchObject({ satisfied: false, matched: 2 });
    expect(await verify({ path: FEE }, { atMost: 2 })).toMatchObject({ satisfied: true });
    expect(await verify({ path: SALE }, 0)).toMatchObject({ satisfied: true, matched: 0 });
    expect(await verify({ body: { mTxId: '4242424242424242' } }, 1)).toMatchObject({ satisfied: true });
    expect(await verify({ headers: { 'X-Requested-With': 'xhr' }, body: { amount: 99 } })).toMatchObject({
      matched: 1,
    });
    expect(await verify({ path: FEE, body: { amount: 100, mTxId: 'order-2' } })).toMatchObject({
      satisfied: false,
      matched: 0,
      nearMisses: [
        { differences: [{ at: '/amount', expected: '100', got: '99' }] },
        { differences: [{ at: '/mTxId', expected: '"order-2"', got: '"424242…(16 digits)"' }] },
      ],
    });
  });

  it('reports a difference for a body of which only the beginning was kept', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    await ask(FEE, { ...BASELINE, data: ['x'.repeat(20_000)] });
    const answer = await control(mock, '/verify', post({ request: { body: { amount: 100 } } }));

    expect(fieldsOf(answer)['nearMisses']).toMatchObject([
      {
        differences: [{ at: '/amount', expected: '100', got: expect.stringContaining('20059 bytes') }],
      },
    ]);
  });

  it('compares thousands of expected fields and deep bodies quickly, and shows 100 differences', async () => {
    await using mock = await createMock();
    for (let count = 0; count < 90; count++) await asking(mock)(FEE, BASELINE);
    const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`field${at}`, '4 4']));
    const begin = process.cpuUsage();
    const answers = [];
    for (const request of [{ body: many }, { headers: many }])
      answers.push(fieldsOf(await control(mock, '/verify', post({ request }))));
    const text = `{"request":{"body":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}}`;
    const deep = await control(mock, '/verify', { ...post(undefined), body: text });

    // In microseconds.
    expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000);
    for (const { matched, nearMisses } of answers) {
      expect(matched).toBe(0);
      expect(nearMisses).toHaveLength(3);
      for (const { differences } of nearMisses as readonly { readonly differences: readonly unknown[] }[])
        expect(differences).toHaveLength(100);
    }
    expect([deep.status, fieldsOf(deep)['matched']]).toEqual([200, 0]);
  });

  it('shows members that the request has, and neither card numbers nor card tokens', async () => {
    await using mock = await createMock();
    const data = ['the card 4242 4242 4242 4242 of the customer'];
    await asking(mock)(FEE, { ...BASELINE, data, cardToken: 'tok-secret' });
    const headers = { constructor: 'x', toString: 'x' };
    const request = { headers, body: { data: ['other'], cardToken: 'tok-other' } };
    const answer = await control(mock, '/verify', post({ request }));

    expect(fieldsOf(answer)['nearMisses']).toMatchObject([
      {
        differences: [
          { at: 'header constructor', got: 'nothing' },
          { at: 'header toString', got: 'nothing' },
          { at: '/data/0', got: '"the card 424242…(16 digits) of the customer"' },
          { at: '/cardToken', got: '"(a card token)"' },
        ],
      },
    ]);
  });

  it.each([
    [{}, '/request'],
    [{ request: { pathh: FEE } }, '(did you mean path?)'],
    [{ request: { headers: { Authorization: 'x' } } }, 'a header that the journal keeps'],
    [{ request: {}, count: -1 }, '/count'],
    [{ request: {}, count: { atLeast: 2, atMost: 1 } }, '/count'],
  ])('refuses %j', async (body, part) => {
    await using mock = await createMock();
    const answer = await control(mock, '/verify', post(body));

    expect([answer.status, fieldsOf(answer)['detail']]).toEqual([422, expect.stringContaining(part)]);
  });
});

describe('near misses', () => {
  // The edits themselves: mend.matrix.test.ts.
  it.each([
    [
      'an amount as a text',
      FEE,
      { ...BASELINE, amount: '100.5' },
      { op: 'replace', path: '/amount', value: 100.5 },
    ],
    ['a wrong path', '/v1/chh', BASELINE, { path: FEE }],
    ['several faults', FEE, { amount: '1', nicn: '1' }, undefined],
    ['malformed JSON', FEE, '{', undefined],
  ])('have the one edit that makes the request valid: %s', async (_what, path, body, edit) => {
    await using mock = await createMock();
    await asking(mock)(path, body);
    const { nearMisses } = await get(mock, '/near-misses');

    expect(nearMisses).toMatchObject([{ path }]);
    expect((nearMisses as readonly Value[])[0]?.['edit']).toEqual(edit);
  });

  it('do not contain calls whose header for the mock is malformed', async () => {
    await using mock = await createMock();
    await asking(mock)(FEE, BASELINE, { 'tollgate-fault': 'latancy=5' });
    await asking(mock)(FEE, BASELINE, { 'tollgate-scenario': 'unknown' });

    expect(await get(mock, '/near-misses')).toEqual({ nearMisses: [] });
  });

  it('suggest processors, headers and tokens', async () => {
    await using mock = await createMock();
    await asking(mock, 'several')(FEE, { ...BASELINE, processor: 'alpa' });
    await asking(mock)(FEE, BASELINE, { 'x-requested-with': '' });
    await asking(mock)(FEE, BASELINE, { authorization: '' });
    await asking(mock)(FEE, BASELINE, { 'content-type': 'text/plain' });
    await asking(mock)(FEE, BASELINE, { 'content-type': 'text/plain', 'x-requested-with': '' });
    await asking(mock)(FEE, { ...BASELINE, amount: '1' }, { 'content-type': 'text/plain' });
    await mock.inject({ method: 'PUT', path: FEE, body: BASELINE });
    const { nearMisses } = await get(mock, '/near-misses');

    expect((nearMisses as readonly Value[]).map(({ edit }) => edit)).toEqual([
      undefined,
      undefined,
      undefined,
      { header: 'Content-Type', value: 'application/json' },
      { header: 'Authorization', value: 'Bearer $TOLLGATE_TOKEN' },
      { header: 'X-Requested-With', value: 'xhr' },
      { op: 'replace', path: '/processor', value: 'alpha' },
    ]);
  });
});
