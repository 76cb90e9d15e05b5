/** A rate limit of the service is found out and kept to: the run comes to its verdict without --rate. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { deploymentOf } from './deployment-of.ts';
import { startReference } from './reference.ts';

/** What is left of a limit, and the milliseconds until there is more. */
interface Left {
  readonly count: number;
  readonly resetIn: number;
}

/** Takes one request of a limit; undefined where none is left. */
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

type Tell = (response: ServerResponse, left: Left, isLeft: boolean) => void;

const inSeconds = (ms: number) => String(Math.ceil(ms / 1000));

const LIMITS: readonly [name: string, limit: () => Limit, tell: Tell][] = [
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

describe('is kept to, and the run is conformant with --strict', () => {
  test.concurrent.each(LIMITS)('%s', async (_, makeLimit, tell) => {
    const limit = makeLimit();
    let putOff = 0;
    await using server = await startReference({
      onArrival(_, response) {
        const { isLeft, left } = limit();
        tell(response, left, isLeft);
        if (!isLeft) response.writeHead(429, { 'content-type': 'text/plain' }).end('slow down');
        if (!isLeft) putOff++;

        return !isLeft;
      },
    });
    const report = await conform({ deployment: deploymentOf(server.url), strict: true, seed: 1 });

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, counts: { unstable: 0, blocked: 0 } });
    expect(report.durationMs).toBeLessThan(60_000);
    // A run that learns nothing is put off more than 150 times by the first two.
    expect(putOff).toBeLessThan(130);
  });
});

test.each([
  ['0', '9'],
  ['3', '9'],
  ['5', '60'],
])('headers that always say that %s are left for %s s are not waited for', async (remaining, reset) => {
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
