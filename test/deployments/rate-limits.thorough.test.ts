/** A run obeys the limits of a service on rate and concurrency without --rate and --concurrency. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { startReference } from './reference.ts';

interface Left {
  readonly count: number;
  /** Milliseconds until the limit allows more. */
  readonly resetIn: number;
}

/** Takes one request off the limit. */
type Limit = () => { readonly isLeft: boolean; readonly left: Left };

function tokenBucket(perSecond: number, burst: number): Limit {
  let [tokens, last] = [burst, performance.now()];

  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - last) * perSecond) / 1000);
    last = now;
    const isLeft = tokens >= 1;
    if (isLeft) tokens--;

    return { isLeft, left: { count: Math.floor(tokens), resetIn: 1000 / perSecond } };
  };
}

function fixedWindow(most: number, ms: number): Limit {
  let [start, used] = [performance.now(), 0];

  return () => {
    const now = performance.now();
    if (now - start >= ms) [start, used] = [now, 0];
    const isLeft = used < most;
    if (isLeft) used++;

    return { isLeft, left: { count: most - used, resetIn: start + ms - now } };
  };
}

type SetHeaders = (response: ServerResponse, left: Left, isLeft: boolean) => void;

const inSeconds = (ms: number) => String(Math.ceil(ms / 1000));

const LIMITS: readonly [name: string, limit: () => Limit, setHeaders: SetHeaders][] = [
  ['100 a second, 429 without a header', () => tokenBucket(100, 100), () => {}],
  ['300 a second in bursts of 20, 429 without a header', () => tokenBucket(300, 20), () => {}],
  ['300 in each second, 429 without a header', () => fixedWindow(300, 1000), () => {}],
  [
    '300 in each second, 429 with Retry-After',
    () => fixedWindow(300, 1000),
    (response, { resetIn }, isLeft) => {
      if (!isLeft) response.setHeader('retry-after', inSeconds(resetIn));
    },
  ],
  [
    '300 in each second, with X-RateLimit headers in seconds since 1970',
    () => fixedWindow(300, 1000),
    (response, { count, resetIn }) => {
      response.setHeader('x-ratelimit-remaining', count);
      response.setHeader('x-ratelimit-reset', inSeconds(Date.now() + resetIn));
    },
  ],
  [
    '300 in each second, with a RateLimit header',
    () => fixedWindow(300, 1000),
    (response, { count, resetIn }) =>
      response.setHeader('ratelimit', `"default";r=${count};t=${inSeconds(resetIn)}`),
  ],
];

describe('a run with --strict is conformant under a rate limit of', () => {
  test.concurrent.each(LIMITS)('%s', async (_, makeLimit, setHeaders) => {
    const limit = makeLimit();
    let throttled = 0;
    await using server = await startReference({
      onArrival(_, response) {
        const { isLeft, left } = limit();
        setHeaders(response, left, isLeft);
        if (!isLeft) response.writeHead(429, { 'content-type': 'text/plain' }).end('slow down');
        if (!isLeft) throttled++;

        return !isLeft;
      },
    });
    const report = await conform({ deployment: deploymentOf(server.url), strict: true, seed: 1 });

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, counts: { unstable: 0, blocked: 0 } });
    expect(report.durationMs).toBeLessThan(60_000);
    expect(throttled).toBeLessThan(report.requests / 2);
  });
});

test.each([
  ['0', '9'],
  ['3', '9'],
  ['5', '60'],
])('headers that always state %s requests for %s s are not obeyed', async (remaining, reset) => {
  await using server = await startReference({
    onArrival(_, response) {
      response.setHeader('x-ratelimit-remaining', remaining).setHeader('x-ratelimit-reset', reset);

      return false;
    },
  });
  const report = await conform({ deployment: deploymentOf(server.url), effort: 'quick', seed: 1 });

  expect(report.verdict).toBe('conformant');
  expect(report.durationMs).toBeLessThan(9000);
});

test.each([
  [4, 'standard', 2000],
  [1, 'quick', 200],
] as const)(
  'a service that throttles beyond %d requests in flight is judged to the end',
  async (...given) => {
    const [allowed, effort, mostRequests] = given;
    let [inFlight, throttled] = [0, 0];
    await using server = await startReference({
      delay: () => 2,
      onArrival(_, response) {
        inFlight++;
        response.once('close', () => void inFlight--);
        const isTooMany = inFlight > allowed;
        if (isTooMany) throttled++;
        if (isTooMany) response.writeHead(429, { 'retry-after': '0' }).end();

        return isTooMany;
      },
    });
    const report = await conform({ deployment: deploymentOf(server.url), effort, seed: 1 });

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, counts: { unstable: 0, blocked: 0 } });
    expect(throttled).toBeGreaterThan(0);
    // At a fixed concurrency of eight, more than a hundred are throttled.
    expect(throttled).toBeLessThan(50);
    expect(report.requests).toBeLessThan(mostRequests);
    expect(report.durationMs).toBeLessThan(30_000);
  },
);
