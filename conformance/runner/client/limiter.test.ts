import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BudgetSpent } from './budget.ts';
import { createLimiter, type Limiter, type LimiterOptions } from './limiter.ts';
import { createTurns, Recalled } from './turns.ts';

const limiterOf = (options: Partial<LimiterOptions>): Limiter =>
  createLimiter({ concurrency: 4, rate: undefined, maxRequests: 1000, ...options });

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Schedules this many requests and returns the most that were in flight. */
async function mostAtOnce(limiter: Limiter, requests: number): Promise<number> {
  let [now, most] = [0, 0];
  await Promise.all(
    Array.from({ length: requests }, () =>
      limiter.schedule(async () => {
        most = Math.max(most, ++now);
        await nextTick();
        now--;
      }),
    ),
  );

  return most;
}

test('as many requests are in flight as the concurrency allows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 30 }),
      async (concurrency, requests) => {
        expect(await mostAtOnce(limiterOf({ concurrency }), requests)).toBe(Math.min(concurrency, requests));
      },
    ),
    { numRuns: 30 },
  );
});

test('as many requests are sent as the cap allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 20 }), fc.nat({ max: 40 }), async (maxRequests, requests) => {
      const limiter = limiterOf({ concurrency: 3, maxRequests });
      let sent = 0;
      const results = await Promise.allSettled(
        Array.from({ length: requests }, () => limiter.schedule(async () => void sent++)),
      );
      const refused = results.filter(({ status }) => status === 'rejected');

      expect(sent).toBe(Math.min(maxRequests, requests));
      expect(limiter.budget.sent).toBe(sent);
      expect(refused.every((one) => 'reason' in one && one.reason instanceof BudgetSpent)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('throttling lowers the concurrency, and responses restore it', async () => {
  const limiter = limiterOf({});
  const answer = (times: number) => {
    for (let n = 0; n < times; n++) limiter.answered();
  };
  for (const _ of [1, 2, 3]) limiter.throttled({ peak: 4 });
  expect(await mostAtOnce(limiter, 12)).toBe(2);
  answer(9);
  expect(await mostAtOnce(limiter, 12)).toBe(2);
  answer(1000);
  expect(await mostAtOnce(limiter, 12)).toBe(4);
});

test('a pause holds back every request', async () => {
  const limiter = limiterOf({});
  const started = performance.now();
  limiter.pause(100);
  await mostAtOnce(limiter, 3);

  expect(performance.now() - started).toBeGreaterThanOrEqual(98);
});

test('a request that waits for its turn is not in flight', async () => {
  const stop = new AbortController();
  // One in a thousand seconds: all but the first wait until the end of the test.
  const limiter = limiterOf({ rate: 0.001, signal: stop.signal });
  const peaks: number[] = [];
  const results = Promise.allSettled(
    Array.from({ length: 4 }, () =>
      limiter.schedule(async (load) => {
        await nextTick();
        peaks.push(load.peak);
        stop.abort();
      }),
    ),
  );

  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(peaks).toEqual([1]);
});

test('a failed request leaves its place to the next', async () => {
  const limiter = limiterOf({ concurrency: 1 });
  const failing = limiter.schedule(() => Promise.reject(new Error('no')));
  const next = limiter.schedule(async () => 'next');

  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('requests are sent no faster than the rate, from the first one on, and no slower', async () => {
  const times: number[] = [];
  // A busy machine may delay one of the runs, but not all of them.
  do {
    const limiter = limiterOf({ concurrency: 8, rate: 100 });
    const started = performance.now();
    await Promise.all(Array.from({ length: 31 }, () => limiter.schedule(async () => {})));
    times.push(performance.now() - started);
  } while (Math.min(...times) > 900 && times.length < 20);

  // Each timer may be a millisecond early; a wrong rate would differ by a thirtieth of a second.
  expect(Math.min(...times)).toBeGreaterThanOrEqual(290);
  expect(Math.min(...times)).toBeLessThan(900);
});

describe('throttling', () => {
  test('halves the limit once for all requests sent together', async () => {
    const limiter = limiterOf({ concurrency: 8 });
    for (let n = 0; n < 4; n++) limiter.throttled({ peak: 8 });

    expect(await mostAtOnce(limiter, 20)).toBe(4);
  });

  test('of a single request leaves the limit', async () => {
    const limiter = limiterOf({ concurrency: 2 });
    limiter.throttled({ peak: 1 });

    expect(await mostAtOnce(limiter, 6)).toBe(2);
  });

  test('finds the limit of a deployment, and exceeds it rarely', async () => {
    const limiter = limiterOf({ concurrency: 8 });
    let [now, throttled] = [0, 0];
    await Promise.all(
      Array.from({ length: 900 }, () =>
        limiter.schedule(async (load) => {
          const isTooMany = ++now > 4;
          await nextTick();
          now--;
          if (isTooMany) throttled++;
          if (isTooMany) limiter.throttled(load);
          else limiter.answered();
        }),
      ),
    );

    expect(throttled).toBeGreaterThan(0);
    expect(throttled).toBeLessThan(40);
  });
});

/** The names of actions in the order of their start, where one at a time runs. */
async function orderOf(calls: readonly (readonly [name: string, priority?: number, second?: number])[]) {
  const { shared } = createTurns(() => 1);
  const started: string[] = [];
  await Promise.all(
    calls.map(([name, priority = 0, second = 0]) =>
      shared(async () => started.push(name), { priority, second }),
    ),
  );

  return started;
}

test('the highest priority is first, then the highest second one, then the first call', async () => {
  const started = await orderOf([['a'], ['b', 1], ['c', 1, 2], ['d', 1, 1], ['e', 1, 2], ['f']]);

  expect(started).toEqual(['c', 'e', 'd', 'b', 'a', 'f']);
});

test('an action that fails makes room for the next one', async () => {
  const { shared } = createTurns(() => 1);
  const failing = expect(shared(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await shared(async () => 'done')).toBe('done');
  await failing;
});

test('an action that follows from the one that ends goes before less urgent ones that wait', async () => {
  const { shared } = createTurns(() => 1);
  const started: string[] = [];
  const chain = shared(async () => {}).then(() =>
    shared(async () => started.push('next of the chain'), { priority: 1 }),
  );
  await Promise.all([chain, shared(async () => started.push('waiting'))]);

  expect(started).toEqual(['next of the chain', 'waiting']);
});

test('actions that wait can be recalled', async () => {
  const { shared, recall } = createTurns(() => 1);
  const running = shared(() => nextTick().then(() => 'done'));
  await nextTick();
  const waiting = expect(shared(async () => {})).rejects.toThrow(Recalled);
  recall();

  expect(await running).toBe('done');
  await waiting;
});

describe('an exclusive action', () => {
  const log = async (how: 'exclusive' | 'exclusiveLast') => {
    const turns = createTurns();
    const lines: string[] = [];
    const act = (name: string) => async () => {
      lines.push(`${name} starts`);
      await nextTick();
      await nextTick();
      lines.push(`${name} ends${turns.isExclusive ? ' alone' : ''}`);
    };
    const first = turns.shared(act('a'));
    await nextTick();
    await Promise.all([first, turns[how](act('b')), turns.shared(act('c'))]);

    return lines;
  };

  test('waits for those that run, and holds back those that come later', async () => {
    expect(await log('exclusive')).toEqual([
      ...['a starts', 'a ends', 'b starts', 'b ends alone', 'c starts', 'c ends'],
    ]);
  });

  test('that is last also waits for those that come later', async () => {
    expect((await log('exclusiveLast')).slice(-2)).toEqual(['b starts', 'b ends alone']);
  });
});
