/** Outages and rate limits: a restart that is waited out, a gateway without its service, and limits that a run finds by itself. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { failedIn, from, judge, judgeAt, outcomes } from './judge.ts';
import { CALLS, type Call, startMortal } from './mortal.ts';
import { REFERENCE } from './reference.ts';

describe.concurrent('is not accused where it', () => {
  const first = (is: Call): Call => {
    let times = 0;

    return (...call) => is(...call) && ++times === 1;
  };

  test.each([
    ['a GET', CALLS['a GET']!.is()],
    ['a nicn of five digits', CALLS['a nicn of five digits']!.is()],
    ['a second sale', CALLS['a second sale']!.is()],
  ])('is restarted within a moment after %s', async (_, is) => {
    await using server = await startMortal(first(is), 300);
    const report = await judgeAt(server.url);

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
    expect(failedIn(report)).toEqual([]);
  });

  test('closes each connection after five calls with a wrong token', async () => {
    let wrong = 0;
    const report = await judge({
      intercept({ socket }) {
        const isLockedOut = wrong >= 5;
        if (isLockedOut) socket.destroy();

        return isLockedOut;
      },
      authenticate(token) {
        const merchant = REFERENCE.authenticate(token);
        if (token !== undefined && merchant === undefined) wrong++;

        return merchant;
      },
    });

    expect(wrong).toBe(5);
    expect(report).toMatchObject({ verdict: 'conformant', choices: { lockout: 'no answer' } });
  });

  test('answers 502 for a moment at the very end', async () => {
    let since: number | undefined;
    const report = await judge({
      intercept({ method }, response) {
        if (method === 'GET') since ??= performance.now();
        const isOut = since !== undefined && performance.now() - since < 400;
        if (isOut) response.writeHead(502).end();

        return isOut;
      },
    });

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
  });
});

test('a deployment whose proxy answers 502 for ever after a GET has not survived it', async () => {
  let isOut = false;
  const report = await judge({
    intercept({ method }, response) {
      isOut ||= method === 'GET';
      if (isOut) response.writeHead(502).end();

      return isOut;
    },
  });

  expect(failedIn(report, 'must')).toEqual(['robustness/survives-malformed-input']);
  const failed = report.rules.find(({ outcome }) => outcome === 'fail');
  expect(failed?.counterexample?.steps.some(({ request }) => request.method === 'GET')).toBe(true);
});

describe.concurrent('is neither accused nor conformant where', () => {
  test('it dies, and no rule on robustness is selected', async () => {
    await using server = await startMortal(CALLS['a GET']!.is());
    const selects = (id: string) => id.startsWith('sale/') || id.startsWith('transport/');
    const report = await judgeAt(server.url, { selects });

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toContain('stopped answering');
  });
});

describe.concurrent('a deployment that breaks in the middle', () => {
  test('for good, fails and never passes', async () => {
    const report = await judge(from(300, 500));

    expect(report.verdict).toBe('nonconformant');
  });

  test('by going away, is not conformant', async () => {
    const report = await judge({
      intercept: (request, _, call) => {
        if (call > 300) request.socket.resetAndDestroy();

        return call > 300;
      },
    });

    expect(report.exitCode).not.toBe(0);
    expect(outcomes(report, 'broken')).toEqual([]);
  });
});

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
    const report = await judge(
      {
        onArrival(_, response) {
          const { isLeft, left } = limit();
          setHeaders(response, left, isLeft);
          if (!isLeft) response.writeHead(429, { 'content-type': 'text/plain' }).end('slow down');
          if (!isLeft) throttled++;

          return !isLeft;
        },
      },
      { strict: true },
    );

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
  const report = await judge(
    {
      onArrival(_, response) {
        response.setHeader('x-ratelimit-remaining', remaining).setHeader('x-ratelimit-reset', reset);

        return false;
      },
    },
    { effort: 'quick' },
  );

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
    const report = await judge(
      {
        delay: () => 2,
        onArrival(_, response) {
          inFlight++;
          response.once('close', () => void inFlight--);
          const isTooMany = inFlight > allowed;
          if (isTooMany) throttled++;
          if (isTooMany) response.writeHead(429, { 'retry-after': '0' }).end();

          return isTooMany;
        },
      },
      { effort },
    );

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, counts: { unstable: 0, blocked: 0 } });
    expect(throttled).toBeGreaterThan(0);
    // At a fixed concurrency of eight, more than a hundred are throttled.
    expect(throttled).toBeLessThan(50);
    expect(report.requests).toBeLessThan(mostRequests);
    expect(report.durationMs).toBeLessThan(30_000);
  },
);
