import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf, headersFor, SALE } from '../../../test/support/ask-mock.ts';
import { ownFolder } from '../../../test/support/folders.ts';
import { openSqliteLedger } from '../../ledger/sqlite.ts';
import {
  createMock,
  type InjectedRequest,
  type Mock,
  type MockOptions,
  mintToken,
  startMock,
} from '../index.ts';
import { createClock, readMoment } from './clock.ts';
import { readWorldAddress } from './worlds.ts';

const inWorld = (mock: Mock, name: string) => {
  const ask = asking(mock);

  return (path: string, body: unknown) => ask(`/w/${name}${path}`, body);
};

const control = (mock: Mock, path: string, method: 'GET' | 'DELETE' | 'POST' = 'GET') =>
  mock.inject({ method, path });

const PREFLIGHT = { 'access-control-request-method': 'POST' };

describe('an address', () => {
  it.each([
    ['/v1/ch', undefined, '/v1/ch'],
    ['/w/a/v1/ch', 'a', '/v1/ch'],
    ['/w/a.B-_9/v1/ch?x=/w/b', 'a.B-_9', '/v1/ch?x=/w/b'],
    ['/w/a', 'a', '/'],
    ['/w/a?x', 'a', '/?x'],
    ['/w/', '', '/w/'],
    ['/w/..', '..', '/w/..'],
    ['/w/a%20b/v1/ch', 'a%20b', '/w/a%20b/v1/ch'],
    [`/w/${'a'.repeat(65)}/v1/ch`, 'a'.repeat(65), `/w/${'a'.repeat(65)}/v1/ch`],
    ['/www', undefined, '/www'],
  ])('%s leads where it says', (sent, name, url) => {
    expect(readWorldAddress(sent)).toMatchObject({ name, url });
  });
});

describe('worlds', () => {
  it('fifty of them, interleaved, never meet', async () => {
    await using mock = await createMock();
    const names = Array.from({ length: 50 }, (_, index) => `w${index}`);
    const asks = names.map((name) => inWorld(mock, name));
    const opened = await Promise.all(
      asks.map(async (ask, index) =>
        fieldsOf(await ask(FEE, { ...BASELINE, amount: index + 1, mTxId: 'cart' })),
      ),
    );
    const ids = opened.map(({ sTxId }) => sTxId);
    expect(new Set(ids).size).toBe(50);

    const sold = await Promise.all(asks.map((ask) => ask(SALE, { mTxId: 'cart' })));
    expect(sold.map((answer) => fieldsOf(answer)['sTxId'])).toEqual(ids);
    const strange = await Promise.all(
      asks.map((ask, index) => ask(SALE, { sTxId: ids[(index + 1) % ids.length] })),
    );
    expect(strange.filter(({ status }) => status !== 422)).toEqual([]);
    expect((await asking(mock)(SALE, { mTxId: 'cart' })).status).toBe(422);

    for (const index of [0, 1, 49]) {
      const journal = fieldsOf(await control(mock, `/w/w${index}/_tollgate/journal`));
      expect(journal).toMatchObject({
        entries: [
          { world: `w${index}`, request: { body: { amount: index + 1 } } },
          { status: 200 },
          { status: 422 },
        ],
      });
      const { transactions } = fieldsOf(await control(mock, `/w/w${index}/_tollgate/transactions`));
      expect(transactions).toMatchObject([{ sTxId: ids[index] }]);
    }
    expect(fieldsOf(await control(mock, '/_tollgate/worlds'))['worlds']).toHaveLength(50);
    expect(fieldsOf(await control(mock, '/_tollgate/journal'))['entries']).toMatchObject([{ path: SALE }]);
    expect(fieldsOf(await control(mock, '/_tollgate/journal?world=*'))['matched']).toBe(151);
  });

  it('have clocks of their own, which go with that of the mock', async () => {
    await using mock = await createMock({ asOf: '2026-01-31' });
    const [one, two] = [mock.world('one'), mock.world('two')];
    one.clock.advance(86_400_000);
    mock.clock.advance(600_000);
    const day = (world: { readonly clock: Mock['clock'] }) =>
      new Date(world.clock.now()).toISOString().slice(0, 15);

    expect([one, two, mock].map(day)).toEqual(['2026-02-01T00:1', '2026-01-31T00:1', '2026-01-31T00:1']);
  });

  it('are reset one by one, and leave each other alone', async () => {
    await using mock = await createMock();
    const [home, one, two] = [asking(mock), inWorld(mock, 'one'), inWorld(mock, 'two')];
    for (const ask of [home, one, two]) await ask(FEE, { ...BASELINE, mTxId: 'cart' });
    const kept = async () =>
      (await Promise.all([home, one, two].map((ask) => ask(SALE, { mTxId: 'cart' })))).map(
        ({ status }) => status,
      );

    await mock.world('one').reset();
    expect(await kept()).toEqual([200, 422, 200]);
    await control(mock, '/_tollgate/reset', 'POST');
    expect(await kept()).toEqual([422, 422, 200]);
    expect((await control(mock, '/_tollgate/worlds/two', 'DELETE')).status).toBe(204);
    expect(await kept()).toEqual([422, 422, 422]);
  });

  it('remember for themselves what choices and defects count', async () => {
    await using mock = await createMock({ choices: { 'rate-limiting': '429' } });
    const [one, two] = [inWorld(mock, 'one'), inWorld(mock, 'two')];
    const statuses = new Set<number>();
    for (let turn = 1; turn < 50; turn++) {
      for (const ask of [one, two]) statuses.add((await ask(FEE, BASELINE)).status);
    }

    expect([...statuses]).toEqual([200]);
    expect((await one(FEE, BASELINE)).status).toBe(429);
    expect((await one(FEE, BASELINE)).status).toBe(200);
  });

  it('end after 30 minutes without a request', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    await using mock = await createMock();
    const [busy, idle] = [inWorld(mock, 'busy'), inWorld(mock, 'idle')];
    for (const ask of [busy, idle]) await ask(FEE, { ...BASELINE, mTxId: 'cart' });
    vi.setSystemTime(20 * 60_000);
    expect((await busy(SALE, { mTxId: 'cart' })).status).toBe(200);
    vi.setSystemTime(35 * 60_000);

    expect(fieldsOf(await control(mock, '/_tollgate/worlds'))['worlds']).toMatchObject([
      { name: 'busy', lastRequest: '1970-01-01T00:20:00.000Z' },
    ]);
    expect((await busy(SALE, { mTxId: 'cart' })).status).toBe(200);
    expect((await idle(SALE, { mTxId: 'cart' })).status).toBe(422);
  });

  it('stay when a test moves the clock of the mock', async () => {
    await using mock = await createMock();
    const ask = inWorld(mock, 'other-test');
    await ask(FEE, { ...BASELINE, mTxId: 'cart' });
    mock.clock.advance(30 * 86_400_000);

    expect((await ask(SALE, { mTxId: 'cart' })).status).toBe(200);
  });

  it('take their clocks no further than days go, however the clock of the mock is moved', async () => {
    await using mock = await createMock();
    const ask = inWorld(mock, 'last');
    mock.world('last').clock.set('9999-12-30');
    mock.clock.advance(72 * 3_600_000);
    const { sTxId } = fieldsOf(await ask(FEE, BASELINE));

    expect((await control(mock, `/w/last/_tollgate/transactions/${sTxId}`)).status).toBe(200);
  });

  it('are five thousand at most: one more ends the one that was idle for the longest', async () => {
    await using mock = await createMock({ journal: 0 });
    const status = async (name: string) => (await inWorld(mock, name)(SALE, { mTxId: 'cart' })).status;
    for (const name of ['used', 'idle']) await inWorld(mock, name)(FEE, { ...BASELINE, mTxId: 'cart' });
    for (let index = 2; index < 5_000; index++) mock.world(`w${index}`).clock.now();
    expect(await status('used')).toBe(200);
    expect((await inWorld(mock, 'one-more')(FEE, { ...BASELINE, mTxId: 'cart' })).status).toBe(200);
    const { worlds } = fieldsOf(await control(mock, '/_tollgate/worlds'));

    expect(worlds).toHaveLength(5_000);
    expect(await status('used')).toBe(200);
    expect(await status('one-more')).toBe(200);
    expect(await status('idle')).toBe(422);
  });

  it.each<readonly [string, InjectedRequest]>([
    ['an unknown path', { method: 'GET', path: '/nothing.png' }],
    ['a wrong method', { method: 'GET', path: FEE }],
    ['no token', { path: FEE, headers: { 'content-type': 'text/plain' }, body: '{}' }],
    ['a preflight', { method: 'OPTIONS', path: FEE, headers: { origin: 'http://x', ...PREFLIGHT } }],
    ['a foreign Host', { method: 'POST', path: '/_tollgate/reset', headers: { host: 'x.example' } }],
    ['a foreign Origin', { method: 'GET', path: '/_tollgate/health', headers: { origin: 'http://x' } }],
    ['an unknown control path', { method: 'GET', path: '/_tollgate/nothing' }],
    ['the reference', { method: 'GET', path: '/' }],
  ])('do not begin with a request that is not let in: %s', async (_what, request) => {
    await using mock = await createMock();
    for (let index = 0; index < 150; index++)
      await mock.inject({ ...request, path: `/w/w${index}${request.path}` });

    expect(fieldsOf(await control(mock, '/_tollgate/worlds'))['worlds']).toEqual([]);
  });

  it('begin with a call or a look that is let in, and then have what was refused just before', async () => {
    await using mock = await createMock();
    const ask = inWorld(mock, 'cart');
    await mock.inject({ path: `/w/cart${FEE}` });
    await ask('/v1/chh', BASELINE);
    const names = async () =>
      (fieldsOf(await control(mock, '/_tollgate/worlds'))['worlds'] as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names()).toEqual([]);
    await ask(FEE, { ...BASELINE, amount: -1 });
    await control(mock, '/w/look/_tollgate/health');

    expect(await names()).toEqual(['cart', 'look']);
    expect(fieldsOf(await control(mock, '/w/cart/_tollgate/journal'))['entries']).toMatchObject([
      { status: 401 },
      { status: 404 },
      { status: 422 },
    ]);
  });

  it('refuse names that are none', async () => {
    await using mock = await createMock();
    const refused = await inWorld(mock, 'a%20b')(FEE, BASELINE);

    expect([refused.status, fieldsOf(refused)['detail']]).toEqual([
      404,
      expect.stringMatching(/1 to 64 letters.*, got "a%20b"/),
    ]);
    expect(() => mock.world('a b')).toThrow(
      expect.objectContaining({ code: 'world-name', message: expect.stringContaining('got "a b"') }),
    );
  });

  it('share a ledger that is elsewhere without meeting in it, and forget what is theirs', async () => {
    const folder = ownFolder();
    const ledger = openSqliteLedger(join(folder, 'ledger.db'));
    onTestFinished(() => ledger.close());
    await using mock = await createMock({ ledger });
    const [home, one, two] = [asking(mock), inWorld(mock, 'one'), inWorld(mock, 'two')];
    const ids = [];
    for (const ask of [home, one, two])
      ids.push(fieldsOf(await ask(FEE, { ...BASELINE, mTxId: 'cart' }))['sTxId']);
    const found = async () => {
      const sold = await Promise.all([home, one, two].map((ask) => ask(SALE, { mTxId: 'cart' })));
      return sold.map((answer) => fieldsOf(answer)['sTxId']);
    };

    expect(await found()).toEqual(ids);
    expect((await one(SALE, { sTxId: ids[2] })).status).toBe(422);
    await control(mock, '/_tollgate/reset', 'POST');
    expect(await found()).toEqual([undefined, ids[1], ids[2]]);
    await mock.world('two').end();
    expect(await found()).toEqual([undefined, ids[1], undefined]);
  });

  it('have an address where the mock has one', async () => {
    await using mock = await startMock();
    const world = mock.world('cart-7');
    const answer = await fetch(`${world.url}/v1/ch`, {
      method: 'POST',
      headers: headersFor(mock.token()),
      body: JSON.stringify(BASELINE),
    });

    expect([answer.status, world.path]).toEqual([200, '/w/cart-7']);
    expect((await world.inject({ method: 'GET', path: '/_tollgate/journal' })).json()).toMatchObject({
      matched: 1,
    });
  });
});

const NOON = Date.UTC(2026, 0, 31, 12);

describe('a clock', () => {
  it('goes with the one below it, moved on, back, or set', () => {
    let below = NOON;
    const clock = createClock(() => below);
    clock.advance(1000);
    below += 5;
    expect(clock.now()).toBe(NOON + 1005);
    clock.advance(-2000);
    expect(clock.now()).toBe(NOON - 995);
    clock.set('2022-06-30');
    below += 7;
    expect(new Date(clock.now()).toISOString()).toBe('2022-06-30T00:00:00.007Z');
    clock.reset();
    expect(clock.now()).toBe(below);
  });

  it('starts a day at midnight of Coordinated Universal Time', () => {
    let below = Date.UTC(2025, 9, 31, 23, 59, 59, 999);
    const clock = createClock(() => below);
    expect(clock.today()).toBe('2025-10-31');
    below += 1;
    expect(clock.today()).toBe('2025-11-01');
  });

  it.each([
    ['advance', (clock: ReturnType<typeof createClock>) => clock.advance(1e15)],
    ['advance by nothing that is a number', (clock) => clock.advance(Number.NaN)],
    ['set', (clock) => clock.set(new Date(-1))],
    ['set to no date', (clock) => clock.set(new Date(Number.NaN))],
  ] satisfies readonly (readonly [string, (clock: ReturnType<typeof createClock>) => void])[])(
    'stays within four digits of a year, and as it was: %s',
    (_how, move) => {
      const clock = createClock(() => NOON);

      expect(() => move(clock)).toThrow(RangeError);
      expect(clock.now()).toBe(NOON);
    },
  );

  it.each(['2026-02-30', '2026-1-1', '31.1.2026', '2026-01-31T25:00:00Z', '2026-01-31T12:00:00', '', '0'])(
    'takes no moment that the calendar does not have, or that could be several: %j',
    (text) => {
      expect(() => readMoment(text)).toThrow(RangeError);
    },
  );

  it('takes a moment of any time zone', () => {
    expect(readMoment('2026-01-31T00:30:00+01:00').toISOString()).toBe('2026-01-30T23:30:00.000Z');
  });
});

describe('a mock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes the day of the fee from its clock, which starts at the given time', async () => {
    await using mock = await createMock({
      asOf: '2022-06-30T23:59:59Z',
      merchants: 'fixtures/merchants/surcharging.yaml',
    });
    const ask = asking(mock);
    const body = { ...BASELINE, region: '80202' };
    const before = fieldsOf(await ask(FEE, body))['transactionFee'];
    mock.clock.advance(1000);
    const after = fieldsOf(await ask(FEE, body))['transactionFee'];

    // Colorado's rule begins on 2022-07-01.
    expect([before, after]).toEqual([3.29, 2.09]);
    await mock.reset();
    expect(fieldsOf(await ask(FEE, body))['transactionFee']).toBe(before);
  });

  const secret = 'a secret of the mock that is long enough';

  it.each<MockOptions>([{ jwtSecret: secret }, { choices: { 'expired-token': 'refuse' } }])(
    'lets tokens expire by its clock, and come back to life when it is set back: %j',
    async (options) => {
      await using mock = await createMock(options);
      const token = await mintToken('one', { secret, expiresIn: 3600 });
      const status = async () =>
        (await asking(mock)(FEE, BASELINE, { authorization: `Bearer ${token}` })).status;

      expect(await status()).toBe(200);
      mock.clock.advance(3600 * 1000);
      expect(await status()).toBe(401);
      mock.clock.reset();
      expect(await status()).toBe(200);
    },
  );

  it('says so where it is to start at no moment', async () => {
    await expect(createMock({ asOf: '2026-02-30' })).rejects.toMatchObject({
      code: 'control-options',
      message: expect.stringContaining('asOf: expected a day'),
    });
  });
});
