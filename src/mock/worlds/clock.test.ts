import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asking, BASELINE, FEE, fieldsOf } from '../../../test/support/ask-mock.ts';
import { createMock, mintToken } from '../index.ts';
import { createClock, readMoment } from './clock.ts';

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

  it('stands still where the one below it would take it beyond those years', () => {
    let below = NOON;
    const clock = createClock(() => below);
    clock.set('9999-12-30');
    below += 7 * 86_400_000;
    expect(new Date(clock.now()).toISOString()).toBe('9999-12-31T23:59:59.999Z');
    clock.set('1970-01-02');
    below -= 7 * 86_400_000;
    expect(clock.now()).toBe(0);
    clock.advance(1000);
    expect(clock.now()).toBe(1000);
  });

  it('reads the clock of the machine once for each move, so that no tick is lost or counted twice', () => {
    let readings = 0;
    const ticking = vi.spyOn(Date, 'now').mockImplementation(() => NOON + readings++);
    const home = createClock();
    const clock = createClock(home.at);
    clock.advance(1000);
    clock.advance(-1000);
    expect(clock.at(NOON)).toBe(NOON);
    home.set(new Date(NOON));
    expect([readings, home.at(NOON + 2)]).toEqual([3, NOON]);
    ticking.mockRestore();
  });

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

  it('lets tokens expire by its clock, and come back to life when it is set back', async () => {
    await using mock = await createMock({ jwtSecret: 'a secret of the mock that is long enough' });
    const token = await mintToken('one', {
      secret: 'a secret of the mock that is long enough',
      expiresIn: 3600,
    });
    const status = async () =>
      (await asking(mock)(FEE, BASELINE, { authorization: `Bearer ${token}` })).status;

    expect(await status()).toBe(200);
    mock.clock.advance(3600 * 1000);
    expect(await status()).toBe(401);
    mock.clock.reset();
    expect(await status()).toBe(200);
  });

  it('refuses a token that has expired by its clock, if expired-token=refuse', async () => {
    await using mock = await createMock({ choices: { 'expired-token': 'refuse' } });
    const token = await mintToken('one', { expiresIn: 3600 });
    const status = async () =>
      (await asking(mock)(FEE, BASELINE, { authorization: `Bearer ${token}` })).status;

    expect(await status()).toBe(200);
    mock.clock.advance(3600 * 1000);
    expect(await status()).toBe(401);
  });

  it('says so where it is to start at no moment', async () => {
    await expect(createMock({ asOf: '2026-02-30' })).rejects.toMatchObject({
      code: 'control-options',
      message: expect.stringContaining('asOf: expected a day'),
    });
  });
});
