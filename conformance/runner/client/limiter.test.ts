import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BudgetSpent } from './budget.ts';
import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
  createLimiter,
  type Limiter,
  type LimiterOptions,
} from './limiter.ts';

const limiterOf = (options: Partial<LimiterOptions>): Limiter =>
  createLimiter({ concurrency: 4, timeout: 5000, rate: undefined, maxRequests: 1000, ...options });

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
    for (let n = 0; n < times; n++) limiter.answered(1, { peak: 2 });
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

const start = (concurrency = 8) => createConcurrencyLimit({ concurrency, timeout: 1000 });

function answer(limit: ConcurrencyLimit, times: number, ms = 10) {
  for (let n = 0; n < times; n++) limit.answered(ms, limit.current);
}

describe('response times', () => {
  test.each([
    [10, 8],
    [62, 8],
    [150, 3],
    [300, 1],
    [900, 1],
  ])('of %d ms without other requests allow %d at once within half of the timeout', (ms, current) => {
    const limit = start();
    limit.answered(ms, 1);

    expect(limit.current).toBe(current);
  });

  test('count as the fastest without other requests, since the first one may have started a server', () => {
    const limit = start();
    limit.answered(900, 1);
    limit.answered(10, 1);

    expect(limit.current).toBe(8);
  });

  test('halve the limit once for all slow responses to requests sent together', () => {
    const limit = start();
    for (let n = 0; n < 8; n++) limit.answered(700, 8);

    expect(limit.current).toBe(4);
  });

  test('raise the limit again while they are short', () => {
    const limit = start();
    limit.answered(300, 1);
    answer(limit, 5, 200);

    expect(limit.current).toBe(2);
  });
});

describe('throttling', () => {
  test('halves the limit once for all requests sent together', () => {
    const limit = start();
    for (let n = 0; n < 4; n++) limit.throttled(8);

    expect(limit.current).toBe(4);
  });

  test('finds the limit of a deployment, and exceeds it rarely', () => {
    const limit = start();
    let throttled = 0;
    for (let n = 0; n < 1500; n++) {
      if (limit.current > 4) {
        throttled++;
        limit.throttled(limit.current);
      } else answer(limit, 1);
    }

    expect(limit.current).toBeGreaterThanOrEqual(2);
    expect(throttled).toBeLessThan(10);
  });

  test('of a single request leaves the limit', () => {
    const limit = start(2);
    limit.throttled(1);
    expect(limit.current).toBe(2);
  });

  test('makes the limit grow more slowly than slow responses do', () => {
    const limit = start(2);
    limit.throttled(2);
    answer(limit, 9);
    expect(limit.current).toBe(1);

    answer(limit, 1);
    expect(limit.current).toBe(2);
  });
});

describe('a timeout', () => {
  test('may be due to the load where responses are slow', () => {
    const limit = start();
    limit.answered(600, 8);

    expect(limit.timedOut(8)).toBe(true);
    expect(limit.current).toBe(4);
  });

  test.each([
    ['without other requests', 600, 1],
    ['beside fast responses', 20, 8],
  ])('%s is not due to the load', (_, ms, peak) => {
    const limit = start();
    limit.answered(ms, 8);
    const { current } = limit;

    expect(limit.timedOut(peak)).toBe(false);
    expect(limit.current).toBe(current);
  });
});
