/** The control API of transactions, faults and the mock itself. */
import { describe, expect, it, vi } from 'vitest';
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
    expect(await get(mock, '/transactions?mTxId=order-1')).toEqual({ transactions: [one] });
    expect((await control(mock, '/transactions/unknown')).status).toBe(404);
  });

  it('are explained for the day on which they were calculated', async () => {
    await using mock = await createMock({
      asOf: '2022-06-30',
      merchants: 'fixtures/merchants/surcharging.yaml',
    });
    const { sTxId, transactionFee } = fieldsOf(await asking(mock)(FEE, { ...BASELINE, region: '80202' }));
    mock.clock.advance(40 * 86_400_000);
    const one = await get(mock, `/transactions/${sTxId}`);

    expect(one).toMatchObject({ asOf: '2022-06-30', transactionFee, explanation: { transactionFee } });
    expect(one['unexplained']).toBeUndefined();
  });

  it('are explained where an entry of data waived the fee, and keep only that entry', async () => {
    await using mock = await createMock({ merchants: 'fixtures/merchants/surcharging.yaml' });
    const data = ['COUPON10', 'waive-surcharge'];
    const waived = fieldsOf(await asking(mock)(FEE, { ...BASELINE, data }));
    const one = await get(mock, `/transactions/${waived['sTxId']}`);

    expect(waived).toMatchObject({ transactionFee: 0, message: 'ok' });
    expect(one).toMatchObject({
      transactionFee: 0,
      request: { ...BASELINE, data: ['waive-surcharge'] },
      explanation: { obstacles: ['the entry "waive-surcharge" of data waives the fee'] },
    });
    expect(one['unexplained']).toBeUndefined();
  });

  it('are explained where the country has no fees, so that its regions do not matter', async () => {
    await using mock = await createMock({ merchants: 'fixtures/merchants/surcharging.yaml' });
    const abroad = fieldsOf(await asking(mock)(FEE, { ...BASELINE, country: '276' }));
    const one = await get(mock, `/transactions/${abroad['sTxId']}`);

    expect(abroad).toMatchObject({ transactionFee: 0, message: 'ok' });
    expect(one['explanation']).toMatchObject({ obstacles: ['the merchant charges no fee in country 276'] });
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

  it('returns the time and the difference to the machine from one reading', async () => {
    await using mock = await createMock();
    await get(mock, '/clock');
    const machine = Date.now();
    let readings = 0;
    // The clock of a busy machine may tick between two readings.
    const ticking = vi.spyOn(Date, 'now').mockImplementation(() => machine + readings++);
    const answers = [await control(mock, '/clock'), await control(mock, '/clock', { method: 'DELETE' })];
    answers.push(await control(mock.world('apart'), '/clock'));
    answers.push(await control(mock, '/clock', post({ advance: '1h' })));
    ticking.mockRestore();

    expect(answers.map((answer) => fieldsOf(answer)['aheadMilliseconds'])).toEqual([0, 0, 0, 3_600_000]);
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

  it('masks card numbers in the paths that it refuses', async () => {
    await using mock = await createMock();
    const paths = ['/transactions/4242424242424242', '/4242424242424242'];
    const refused = await Promise.all(paths.map((path) => control(mock, path, { method: 'DELETE' })));

    expect(refused.map(({ status }) => status)).toEqual([405, 404]);
    for (const answer of refused) expect(fieldsOf(answer)['detail']).toContain('/424242…(16 digits)');
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
