/** The request and time limits of a run, and runs that only observe. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { conform } from '../../conformance/index.ts';
import type { ReportRule } from '../../conformance/report/report.ts';
import { EFFORTS, runLimits } from '../../conformance/runner/effort.ts';
import { startMock } from '../../src/mock/index.ts';
import { CALLS, type Call, startMortal } from './hanging.ts';
import { deploymentOf, failedIn, judge, judgeAt } from './judge.ts';
import { checkFee, checkSale, REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

describe('a long deployment file', () => {
  const CARDS = ['5555555555554444', '378282246310005', '6011111111111117', '5105105105105100'];
  const REGIONS: Deployment['regions'] = {
    zip: ['85004', '02134', '10001', '90210', '60601'],
    state: ['AZ', 'NY', 'CA', 'IL', 'MA'],
    iso: ['US-AZ', 'US-NY', 'US-CA', 'US-IL', 'US-MA'],
  };

  test('leaves enough requests for all rules, with both merchants and prices', async () => {
    await using mock = await startMock({ jwtSecret: 'x'.repeat(32) });
    const plain = describeMock(mock);
    const deployment = {
      ...plain,
      cards: [...plain.cards, ...CARDS, ...CARDS.map(altered)],
      regions: REGIONS,
    };
    const report = await conform({ deployment, strict: true, seed: 2 });

    expect(report.summary).toMatch(/must and should rules passed, none failed/);
    expect(report.exitCode).toBe(0);
    expect(report.requests).toBeGreaterThan(1500);
  });

  /** A card with other first digits. */
  function altered(card: string): string {
    return `4${card.slice(1)}`;
  }
});

describe.concurrent('a run that exceeds its time limit', () => {
  test('is nonconformant if a rule has failed before', async () => {
    // Fast until a rule has failed, then so slow that the time limit comes before the end.
    const delay = (call: number) => (call > 800 ? 2000 : 0);
    const report = await judge(
      { delay, refusal: () => ({ status: 200, type: 'application/json', text: FEE }) },
      { effort: 'standard', maxTimeMs: 8000 },
    );

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(report.rules.some(({ reason }) => reason.startsWith('the time limit of the run'))).toBe(true);
  });

  test('before the first fee states so', async () => {
    const report = await judge({ delay: () => 300, feeStatus: 500 }, { maxTimeMs: 500 });

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toMatch(
      /time limit was reached before any rule could be judged: raise --max-time/,
    );
  });

  const FEE = JSON.stringify({ transactionFee: 1, sTxId: 'one', message: 'ok' });
});

describe('a run that only observes', () => {
  test.each([/^observe\//, /^observe\/second-sale$/])(
    '%s ends with 0 if the observations were made',
    async (selected) => {
      const report = await judge({}, { selects: (id) => selected.test(id) });

      expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 0 });
      expect(report.summary).toMatch(
        /^Only observed: \d+ of \d+ observations were made, and no rule was selected\./,
      );
    },
  );

  test('ends with 3 if they were not made', async () => {
    const report = await judge(
      { authenticate: () => undefined },
      { selects: (id) => id.startsWith('observe/') },
    );

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  });

  test('and selects rules that could not be judged ends with 3', async () => {
    const report = await judge(
      {},
      { selects: (id) => id.startsWith('observe/') || id === 'transport/https' },
    );

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
  });
});

// Outages and rate limits: a restart that is waited out, a gateway without its service, and limits that a run finds by itself.

describe.concurrent('is not accused where it', () => {
  const first = (is: Call): Call => {
    let times = 0;

    return (...call) => is(...call) && ++times === 1;
  };

  test.each([['a nicn of five digits', CALLS['a nicn of five digits']!.is()]])(
    'is restarted within a moment after %s',
    async (_, is) => {
      await using server = await startMortal(first(is), 300);
      const report = await judgeAt(server.url);

      expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
      expect(failedIn(report)).toEqual([]);
    },
  );

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
    let throttled = 0;
    const report = await judge(
      {
        delay: () => 2,
        onArrival(_, response, atOnce) {
          const isTooMany = atOnce > allowed;
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

async function rulesFor(
  behavior: Partial<ReferenceBehavior>,
  seed = 1,
): Promise<{ readonly rules: readonly ReportRule[]; readonly requests: number; readonly cap: number }> {
  await using server = await startReference(behavior);
  const deployment = deploymentOf(server.url);
  const { maxRequests: cap } = runLimits(EFFORTS.standard, deployment, {});
  const { rules, requests } = await conform({ deployment, seed });

  return { rules, requests, cap };
}

/** Answers whatever it is sent with a fee, and now and then with another sTxId, message or refusal. */
const BROKEN_IN_MANY_WAYS: Partial<ReferenceBehavior> = {
  checkFee: (request, context, found) => {
    if (context.call % 5 === 0) return undefined;

    return context.call % 13 === 0 ? 'not now' : checkFee(request, context, found);
  },
  checkSale: (request, found) =>
    /^[ -~]*$/.test(String(request['authCode'] ?? '')) ? checkSale(request, found) : 'authCode',
  feeResponse: (body, _, { call }) => ({
    ...body,
    ...(call % 7 === 0 ? { sTxId: `other-${call}` } : {}),
    ...(call % 11 === 0 ? { message: 'OK' } : {}),
  }),
};

test.each([
  ['accepts every request', { checkFee: () => undefined }],
  ['fails now and then in many ways', BROKEN_IN_MANY_WAYS],
] as const)('every must rule of a deployment that %s is judged within the cap', async (_, behavior) => {
  const { rules, requests, cap } = await rulesFor(behavior);
  const musts = rules.filter(({ level }) => level === 'must');
  const cutOff = musts.filter(
    ({ outcome, reason }) => outcome === 'skipped' && reason.includes('--max-requests'),
  );

  expect(musts.filter(({ outcome }) => outcome === 'fail').length).toBeGreaterThan(5);
  expect(cutOff).toEqual([]);
  expect(requests).toBeLessThanOrEqual(cap);
});

test('failures leave the should rules and observations enough requests', async () => {
  const { rules } = await rulesFor({ checkFee: () => undefined });

  expect(rules.filter(({ reason }) => reason.includes('--max-requests'))).toEqual([]);
});

/** Answers this status to each request beyond the fifth at the same time. */
function overloaded(status: number): Partial<ReferenceBehavior> {
  let inFlight = 0;

  return {
    // Long enough for requests to overlap on a busy machine.
    delay: () => 15,
    intercept: (_, response) => {
      inFlight++;
      response.on('close', () => inFlight--);
      if (inFlight <= 5) return false;
      response.writeHead(status).end();

      return true;
    },
  };
}

test('server errors of an overloaded deployment are one failure, named with the concurrent requests', async () => {
  const { rules } = await rulesFor(overloaded(500));
  const failed = rules.filter(({ outcome }) => outcome === 'fail');

  expect(failed.map(({ id }) => id)).toEqual(['identity/concurrent-updates-keep-stxid']);
  expect(failed[0]?.reason).toMatch(
    /^\d+ calls at the same time: \d+ answered 500; alone such a call is accepted/,
  );
  expect(failed[0]?.counterexample?.steps.length).toBeGreaterThan(5);
});

test('an overloaded deployment that says so with 503 breaks no must rule', async () => {
  const { rules } = await rulesFor(overloaded(503));
  const failed = rules.filter(({ outcome }) => outcome === 'fail');

  expect(failed.filter(({ level }) => level === 'must')).toEqual([]);
});
