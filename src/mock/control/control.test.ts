/** The control API of transactions, faults and the mock itself. */
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
import { CHOICE_NAMES, optionsOf } from '../../contract/choices.ts';
import { createMock, type Mock, type MockOptions } from '../index.ts';
import { CONTROL_ROUTES } from './control-routes.ts';

describe('transactions', () => {
  it('are explained by lines that add up to the fee', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    const { sTxId } = fieldsOf(
      await ask(FEE, { ...BASELINE, mTxId: 'order-1', nicn: '601111', amount: 250 }),
    );
    await ask(SALE, { sTxId, authCode: 'a note of 4242424242424242' });
    const one = await get(mock, `/transactions/${sTxId}`);
    const { lines } = one['explanation'] as { readonly lines: readonly { readonly amount: string }[] };
    const sum = lines.reduce((cents, { amount }) => cents + Number(amount) * 100, 0);

    expect(one).toMatchObject({
      sTxId,
      mTxId: 'order-1',
      merchant: 'one',
      sale: { authCode: expect.stringContaining('424242…') },
    });
    expect(Math.round(sum) / 100).toBe(one['transactionFee']);
    for (const query of ['mTxId=order-1', 'id=order-1', `id=${sTxId}`])
      expect(await get(mock, `/transactions?${query}`)).toEqual({ transactions: [one] });
    expect(await get(mock, `/transactions?mTxId=${sTxId}`)).toEqual({ transactions: [] });
    expect((await control(mock, '/transactions/unknown')).status).toBe(404);
  });

  it('are listed by merchant, the newest first', async () => {
    await using mock = await createMock({ choices: { 'stxid-form': 'uuid' } });
    const ids = [];
    for (const amount of [1, 2, 3])
      ids.push(fieldsOf(await asking(mock)(FEE, { ...BASELINE, amount }))['sTxId']);
    const { transactions } = await get(mock, '/transactions?merchant=one&limit=2');

    expect((transactions as readonly Value[]).map(({ sTxId }) => sTxId)).toEqual([ids[2], ids[1]]);
    expect((await control(mock, '/transactions?merchant=unknown')).status).toBe(422);
  });

  it('are shown with the beginning of long texts, since masking all of them would hold up the mock', async () => {
    await using mock = await createMock();
    const mTxId = `order-${'4 2 '.repeat(100_000)}`;
    await asking(mock)(FEE, { ...BASELINE, mTxId });
    const { transactions } = await get(mock, '/transactions');

    const [one] = transactions as readonly Value[];

    expect(one?.['mTxId']).toMatch(/^order-4/);
    expect(String(one?.['mTxId']).length).toBeLessThanOrEqual(16 * 1024);
  });
});

describe('faults', () => {
  it('are added, listed with their hits, and removed; each world has its own', async () => {
    await using mock = await createMock({ faults: ['every=1000: status=503'] });
    const [ask, askWorld] = [asking(mock), (body: unknown) => asking(mock)('/w/one/v1/ch', body)];
    const add = (body: unknown) => control(mock, '/faults', post(body));
    expect(fieldsOf(await add('{"when":{"amount":"13.37"},"then":{"status":504}}'))).toEqual({
      id: 'fault-2',
    });
    expect(fieldsOf(await add('"times=1: status=429;retry-after=1"'))).toEqual({ id: 'fault-3' });

    expect((await askWorld({ ...BASELINE, amount: 13.37 })).status).toBe(200);
    expect((await ask(FEE, { ...BASELINE, amount: 13.37 })).status).toBe(504);
    expect((await ask(FEE, BASELINE)).status).toBe(429);
    expect(await entriesOf(mock, '?status=5xx')).toMatchObject([{ fault: 'status=504', merchant: 'one' }]);
    expect(await get(mock, '/faults')).toMatchObject({
      faults: [{ id: 'fault-1' }, { id: 'fault-2', hits: 1 }, { id: 'fault-3', hits: 1 }],
    });
    expect(await get(mock.world('one'), '/faults')).toMatchObject({ faults: [{ id: 'fault-1' }] });
    expect((await control(mock, '/faults/fault-2', { method: 'DELETE' })).status).toBe(204);
    expect((await control(mock, '/faults/fault-2', { method: 'DELETE' })).status).toBe(404);
    expect((await control(mock, '/faults', { method: 'DELETE' })).status).toBe(204);
    expect(await get(mock, '/faults')).toEqual({ faults: [], examples: expect.any(Array) });
    await control(mock, '/reset', { method: 'POST' });
    expect(mock.faults.list()).toMatchObject([{ id: 'fault-1', hits: 0 }]);
  });

  it.each([
    ['{"then":{}}'],
    ['"nonsense"'],
    ['[]'],
    ['{"when":{},"then":{"status":42}}'],
    ['{"then":{"statuss":503}}'],
  ])('that are invalid are refused: %j', async (body) => {
    await using mock = await createMock();
    const answer = await control(mock, '/faults', post(body));

    expect([answer.status, fieldsOf(answer)['detail']]).toEqual([422, expect.stringMatching(/expected/)]);
    expect(mock.faults.list()).toEqual([]);
  });

  it('are refused where they are nested too deep', async () => {
    await using mock = await createMock();
    const depth = 50_000;
    const body = `{"when":{"body":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}},"then":{"status":503}}`;

    expect((await control(mock, '/faults', post(body))).status).toBe(422);
  });
});

describe('the mock', () => {
  it('is moved, set and reset', async () => {
    await using mock = await createMock({ asOf: '2026-01-31T00:00:00Z' });
    const move = async (body: unknown) => control(mock, '/clock', post(body));
    await move({ advance: '30d' });
    expect((await get(mock, '/clock'))['now']).toMatch(/^2026-03-02T00:00/);
    await move({ set: '2030-01-01' });
    expect((await get(mock, '/clock'))['now']).toMatch(/^2030-01-01T00:00/);
    for (const body of [
      {},
      { advance: '1 d' },
      { advance: 5 },
      { set: '2030-02-30' },
      { set: '1' },
      [],
      { advance: '1d', set: '2030-01-01' },
    ])
      expect([body, (await move(body)).status]).toEqual([body, 422]);
    expect(fieldsOf(await control(mock, '/clock', { method: 'DELETE' }))['aheadMilliseconds']).toBe(0);
    await control(mock, '/reset', { method: 'POST' });
    expect((await get(mock, '/clock'))['now']).toMatch(/^2026-01-31T00:00/);
  });

  it('is reset: transactions, journal, and the memory of choices', async () => {
    await using mock = await createMock({ grease: 7 });
    const ask = asking(mock);
    const run = async () => {
      const answer = await ask(FEE, { ...BASELINE, mTxId: 'order-1' });
      const second = await ask(SALE, { mTxId: 'order-1' });

      return [answer.status, answer.headers['tollgate-choices'], second.headers['tollgate-choices']];
    };
    const first = await run();
    expect((await control(mock, '/reset', { method: 'POST' })).status).toBe(204);
    expect(await entriesOf(mock)).toEqual([]);
    expect(await get(mock, '/transactions')).toEqual({ transactions: [] });
    expect(await run()).toEqual(first);
  });

  it('lists its routes and its merchants, and reports its health', async () => {
    await using mock = await createMock();
    const index = await get(mock, '');
    const routes = index['routes'] as readonly { readonly method: string; readonly path: string }[];
    expect(routes).toContainEqual({
      method: 'GET',
      path: '/_tollgate/health',
      summary: expect.stringMatching(/\.$/),
    });
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length);
    expect(await get(mock, '/merchants')).toMatchObject({
      merchants: [{ name: 'one', processors: [{ mid: '700100', name: 'alpha' }] }, { name: 'several' }],
    });
    expect(await get(mock, '/health')).toMatchObject({
      status: 'ok',
      merchants: ['one', 'several'],
      ledger: { kind: 'memory', status: 'ok' },
      worlds: 0,
    });
  });

  it('refuses unknown paths and methods with problems that pages of other origins cannot read', async () => {
    await using mock = await createMock();
    const [unknown, wrong, options, head] = [
      await control(mock, '/nothing'),
      await control(mock, '/clock', { method: 'PUT' }),
      await control(mock, '/clock', { method: 'OPTIONS' }),
      await control(mock, '/health', { method: 'HEAD' }),
    ];

    expect([unknown.status, wrong.status, options.status, head.status]).toEqual([404, 405, 204, 200]);
    expect(fieldsOf(unknown)['detail']).toContain('got "/_tollgate/nothing"');
    expect([wrong.headers['allow'], options.headers['allow']]).toEqual(
      Array(2).fill('GET, POST, DELETE, HEAD, OPTIONS'),
    );
    expect(head.text).toBe('');
    for (const { headers } of [unknown, wrong, options, head]) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['request-id']).toEqual(expect.any(String));
    }
    for (const { headers } of [unknown, wrong])
      expect(headers['content-type']).toBe('application/problem+json');
    expect((await control(mock, '/clock', post('{'))).status).toBe(400);
    const large = await control(mock, '/verify', post({ request: { body: 'x'.repeat(2 ** 20) } }));
    expect([large.status, large.headers['access-control-allow-origin']]).toEqual([413, undefined]);
    expect(await entriesOf(mock)).toEqual([]);
  });

  it.each(CONTROL_ROUTES.map(({ method, path }) => [method, path] as const))(
    'refuses unknown parameters of %s %s',
    async (method, path) => {
      await using mock = await createMock();
      const answer = await control(mock, `${path}?nonsense=1`, { method });

      expect([answer.status, fieldsOf(answer)['detail']]).toEqual([
        422,
        expect.stringMatching(/^the query: expected .*, got "nonsense"/),
      ]);
    },
  );
});

interface Listed {
  readonly name: string;
  readonly option: string;
  readonly atStart: string;
  readonly options: readonly { readonly option: string; readonly meaning: string }[];
}

async function send(mock: Pick<Mock, 'inject'>, method: 'GET' | 'POST' | 'DELETE', body?: unknown) {
  const headers = { 'content-type': 'application/json' };

  return mock.inject({
    method,
    path: '/_tollgate/choices',
    ...(body === undefined ? {} : { headers, body }),
  });
}

async function optionOf(mock: Pick<Mock, 'inject'>, name: string): Promise<Listed | undefined> {
  const { choices } = fieldsOf(await send(mock, 'GET')) as { readonly choices: readonly Listed[] };

  return choices.find((choice) => choice.name === name);
}

describe('choices', () => {
  it('are listed with all their options, those of the start among them', async () => {
    await using mock = await createMock({ choices: { 'second-sale': 'refuse' } });
    const { choices } = fieldsOf(await send(mock, 'GET')) as { readonly choices: readonly Listed[] };

    expect(choices.map(({ name }) => name)).toEqual(CHOICE_NAMES);
    for (const { name, options } of choices)
      expect(options.map(({ option }) => option)).toEqual(optionsOf(name as (typeof CHOICE_NAMES)[number]));
    expect(await optionOf(mock, 'second-sale')).toMatchObject({ option: 'refuse', atStart: 'refuse' });
    expect(await optionOf(mock, 'success-status')).toMatchObject({ option: '200', atStart: '200' });
  });

  it('are made while the mock runs, keep the others, and are reset to those of the start', async () => {
    await using mock = await createMock({ choices: { 'success-status': '201' } });
    const ask = asking(mock);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    const sell = async () => (await ask(SALE, { sTxId })).status;
    await sell();
    expect(await sell()).toBe(200);

    const made = await send(mock, 'POST', { 'second-sale': 'refuse', 'refusal-status': '409' });
    expect([made.status, fieldsOf(made)]).toEqual([
      200,
      { choices: { 'success-status': '201', 'second-sale': 'refuse', 'refusal-status': '409' } },
    ]);
    expect(await sell()).toBe(409);
    expect((await ask(FEE, BASELINE)).status).toBe(201);
    expect(mock.choices.list()).toEqual({
      'success-status': '201',
      'second-sale': 'refuse',
      'refusal-status': '409',
    });

    const reset = await send(mock, 'DELETE');
    expect([reset.status, fieldsOf(reset)]).toEqual([200, { choices: { 'success-status': '201' } }]);
    expect(await sell()).toBe(200);
    expect((await ask(FEE, BASELINE)).status).toBe(201);
  });

  it('belong to one world, and a reset of the world resets them', async () => {
    await using mock = await createMock();
    const [ask, askWorld] = [asking(mock), (body: unknown) => asking(mock)('/w/one/v1/ch', body)];
    await mock.world('one').choices.use({ 'success-status': '202' });

    expect((await ask(FEE, BASELINE)).status).toBe(200);
    expect((await askWorld(BASELINE)).status).toBe(202);
    await mock.world('one').reset();
    expect((await askWorld(BASELINE)).status).toBe(200);
    await send(mock, 'POST', { 'success-status': '201' });
    await mock.inject({ method: 'POST', path: '/_tollgate/reset' });
    expect((await ask(FEE, BASELINE)).status).toBe(200);
  });

  it('keep transactions, faults and the memory of defects', async () => {
    const remembers = 'identity/stxid-is-unique:data-used-before';
    await using mock = await createMock({ faults: ['every=3: status=503'], defects: [remembers] });
    const ask = asking(mock);
    const first = fieldsOf(await ask(FEE, { ...BASELINE, mTxId: 'order-1', data: ['a'] }));
    const second = fieldsOf(await ask(FEE, { ...BASELINE, data: ['b'] }));
    await mock.choices.use({ 'success-status': '201' });

    expect((await ask(FEE, BASELINE)).status).toBe(503);
    const updated = await ask(FEE, { ...BASELINE, mTxId: 'order-1', amount: 250 });
    const confused = await ask(FEE, { ...BASELINE, data: ['b'] });
    expect([updated, confused].map((answer) => [answer.status, fieldsOf(answer)['sTxId']])).toEqual([
      [201, first['sTxId']],
      [201, second['sTxId']],
    ]);
  });

  it('change the form of an sTxId only where there are no transactions', async () => {
    await using mock = await createMock();
    const ask = asking(mock);
    expect((await send(mock, 'POST', { 'stxid-form': 'uuid' })).status).toBe(200);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));
    const refused = await send(mock, 'POST', { 'stxid-form': 'digits', 'success-status': '201' });

    expect(sTxId).toMatch(/^[0-9a-f]{8}-/);
    expect([refused.status, fieldsOf(refused)['detail']]).toEqual([
      422,
      expect.stringContaining('stxid-form: expected a state without transactions'),
    ]);
    expect((await ask(FEE, { ...BASELINE, sTxId })).status).toBe(200);
    expect((await send(mock, 'DELETE')).status).toBe(422);
    await mock.reset();
    expect(await optionOf(mock, 'stxid-form')).toMatchObject({ option: 'hex' });
  });

  it.each<readonly [string, MockOptions, unknown, RegExp]>([
    ['an unknown name', {}, { 'secnd-sale': 'refuse' }, /did you mean second-sale\?/],
    [
      'an unknown option',
      {},
      { 'second-sale': 'maybe' },
      /\/second-sale: expected one of replace, keep, refuse/,
    ],
    ['a card number', {}, { '4532015112830366': 'x' }, /got 453201…\(16 digits\)/],
    ['a name of a million characters', {}, { ['x'.repeat(1_000_000)]: 'y' }, /^.{0,2000}$/],
    ['no object', {}, '"second-sale=refuse"', /expected a JSON object/],
    ['no body', {}, undefined, /expected a JSON object/],
    [
      'what contradicts verified tokens',
      { jwtSecret: 'a secret' },
      { 'invalid-token': 'take' },
      /invalid-token: expected an option that refuses, got take/,
    ],
  ])('are refused for %s', async (_what, options, body, problem) => {
    await using mock = await createMock(options);
    const refused = await send(mock, 'POST', body);

    expect([refused.status, fieldsOf(refused)['detail']]).toEqual([422, expect.stringMatching(problem)]);
    expect(mock.choices.list()).toEqual({});
  });
});
