import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetSpent } from './budget.ts';
import { createRequestScheduler, type RequestScheduler, type SchedulerOptions } from './limiter.ts';

const schedulerOf = (options: Partial<SchedulerOptions>): RequestScheduler =>
  createRequestScheduler({ concurrency: 4, timeout: 5000, rate: undefined, maxRequests: 1000, ...options });

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Schedules this many requests and returns the most that were in flight. */
async function mostAtOnce(scheduler: RequestScheduler, requests: number): Promise<number> {
  let [now, most] = [0, 0];
  await Promise.all(
    Array.from({ length: requests }, () =>
      scheduler.schedule(async () => {
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
        expect(await mostAtOnce(schedulerOf({ concurrency }), requests)).toBe(
          Math.min(concurrency, requests),
        );
      },
    ),
    { numRuns: 30 },
  );
});

test('as many requests are sent as the cap allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 20 }), fc.nat({ max: 40 }), async (maxRequests, requests) => {
      const scheduler = schedulerOf({ concurrency: 3, maxRequests });
      let sent = 0;
      const results = await Promise.allSettled(
        Array.from({ length: requests }, () => scheduler.schedule(async () => void sent++)),
      );
      const refused = results.filter(({ status }) => status === 'rejected');

      expect(sent).toBe(Math.min(maxRequests, requests));
      expect(scheduler.budget.sent).toBe(sent);
      expect(refused.every((one) => 'reason' in one && one.reason instanceof BudgetSpent)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('throttling lowers the concurrency, and responses restore it', async () => {
  const scheduler = schedulerOf({});
  const answer = (times: number) => {
    for (let n = 0; n < times; n++) scheduler.answered(1, { peak: 2 });
  };
  for (const _ of [1, 2, 3]) scheduler.throttled({ peak: 4 });
  expect(await mostAtOnce(scheduler, 12)).toBe(2);
  answer(9);
  expect(await mostAtOnce(scheduler, 12)).toBe(2);
  answer(1000);
  expect(await mostAtOnce(scheduler, 12)).toBe(4);
});

test('a pause holds back every request', async () => {
  const scheduler = schedulerOf({});
  const started = performance.now();
  scheduler.pause(100);
  await mostAtOnce(scheduler, 3);

  expect(performance.now() - started).toBeGreaterThanOrEqual(98);
});

test('a request that waits for its turn is not in flight', async () => {
  const stop = new AbortController();
  // One in a thousand seconds: all but the first wait until the end of the test.
  const scheduler = schedulerOf({ rate: 0.001, signal: stop.signal });
  const peaks: number[] = [];
  const results = Promise.allSettled(
    Array.from({ length: 4 }, () =>
      scheduler.schedule(async (load) => {
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
  const scheduler = schedulerOf({ concurrency: 1 });
  const failing = scheduler.schedule(() => Promise.reject(new Error('no')));
  const next = scheduler.schedule(async () => 'next');

  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('requests are sent no faster than the rate, from the first one on, and no slower', async () => {
  const times: number[] = [];
  // A busy machine may delay one of the runs, but not all of them.
  do {
    const scheduler = schedulerOf({ concurrency: 8, rate: 100 });
    const started = performance.now();
    await Promise.all(Array.from({ length: 31 }, () => scheduler.schedule(async () => {})));
    times.push(performance.now() - started);
  } while (Math.min(...times) > 900 && times.length < 20);

  // Each timer may be a millisecond early; a wrong rate would differ by a thirtieth of a second.
  expect(Math.min(...times)).toBeGreaterThanOrEqual(290);
  expect(Math.min(...times)).toBeLessThan(900);
});
