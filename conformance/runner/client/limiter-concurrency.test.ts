import { describe, expect, test } from 'vitest';
import { type ConcurrencyLimit, createConcurrencyLimit } from './limiter.ts';

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
