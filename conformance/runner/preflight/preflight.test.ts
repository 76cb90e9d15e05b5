import { describe, expect, test } from 'vitest';
import { judge, judgeAt, outcomes } from '../../../test/deployments/judge.ts';
import { DESERTED, listenHttp, listenRaw } from '../../../test/deployments/listen.ts';
import { checkFee, type ReferenceBehavior, startReference } from '../../../test/deployments/reference.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../deployment/deployment.ts';
import type { Report } from '../../report/report.ts';

const QUICK = { effort: 'quick' } as const;

function refusing(matches: (request: Record<string, unknown>) => boolean): Partial<ReferenceBehavior> {
  return { checkFee: (request, ...rest) => (matches(request) ? 'no' : checkFee(request, ...rest)) };
}

describe('one refused form does not block the run', () => {
  test.each([
    [
      'cards of 6 and 8 digits',
      refusing(({ nicn }) => String(nicn).length !== 7),
      'nicn/accepts-6-to-8-digits',
    ],
    ['the first card', refusing(({ nicn }) => String(nicn).startsWith('42')), 'nicn/accepts-6-to-8-digits'],
    ['zip codes and two letters', refusing(({ region }) => region !== 'US-AZ'), 'region/accepts-zip-code'],
  ])('%s', async (_, differing, rule) => {
    const report = await judge(differing, QUICK);

    expect(report.verdict).toBe('nonconformant');
    expect(outcomes(report, 'fail')).toContain(rule);
    expect(outcomes(report, 'pass').length).toBeGreaterThan(25);
  });
});

describe('one malformed field does not block the run', () => {
  test.each([
    ['message', 'fee-response/has-message-ok', { message: 'success' }],
    ['message', 'fee-response/has-message-ok', { message: undefined }],
    ['transactionFee', 'fee-response/has-transaction-fee-number', { transactionFee: '2.50' }],
    ['transactionFee', 'fee-response/has-transaction-fee-number', { transactionFee: undefined }],
  ])('%s fails %s alone: %j', async (_, rule, other) => {
    const report = await judge({ feeResponse: (body) => ({ ...body, ...other }) }, QUICK);

    expect(outcomes(report, 'fail', 'unstable', 'broken')).toEqual([rule]);
    expect(outcomes(report, 'pass').length).toBeGreaterThan(25);
  });
});

test('every answer that breaks off fails the rule on answers', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';
  await using server = await listenRaw((socket) => socket.end(`${head}{"transactionFee":2.5,`));
  const report = await judgeAt(server.url, QUICK);

  expect(report.verdict).toBe('nonconformant');
  expect(outcomes(report, 'fail')).toEqual(['robustness/answers-in-time']);
});

describe('nothing can be said', () => {
  const sentence = /^[^.\n]+(\.[^ ][^.\n]*)*\.$/;

  async function expectAdvice(report: Report, context: RegExp) {
    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toMatch(context);
    expect(report.summary).toMatch(sentence);
    expect(outcomes(report, 'pass', 'fail')).toEqual([]);
  }

  test('where nothing listens', async () => {
    await expectAdvice(await judgeAt(DESERTED, QUICK), /could not be reached.*check the URL/);
  });

  test('where the port answers nothing', async () => {
    await using server = await listenRaw(() => {});
    await expectAdvice(
      await judgeAt(server.url, { ...QUICK, limits: { timeout: 200 } }),
      /No response came.*--timeout/,
    );
  });

  test('where the port speaks no HTTP', async () => {
    await using server = await listenRaw((socket) => socket.end('hi\n'));
    await expectAdvice(await judgeAt(server.url, QUICK), /check the URL/);
  });

  test.each([401, 403])('where every request gets %d', async (status) => {
    await using server = await listenHttp((_, response) => response.writeHead(status).end('{}'));
    const report = await judgeAt(server.url, QUICK);
    await expectAdvice(report, /TOLLGATE_TOKEN.*merchants\.one\.token/);
  });

  test('where every request gets 401 and the reason', async () => {
    const reason = 'Bearer error="invalid_token", error_description="The token expired"';
    await using server = await listenHttp((_, response) =>
      response.writeHead(401, { 'www-authenticate': reason }).end(),
    );
    await expectAdvice(
      await judgeAt(server.url, QUICK),
      /the token is refused: WWW-Authenticate says "The token expired"/,
    );
  });

  test('where every request gets 401, after a dozen requests: many wrong tokens may lock a merchant out', async () => {
    await using server = await listenHttp((_, response) => response.writeHead(401).end());

    expect((await judgeAt(server.url, QUICK)).requests).toBeLessThanOrEqual(12);
  });

  test('where a web page answers', async () => {
    await using server = await listenHttp((_, response) => response.end('<h1>Welcome</h1>'));
    await expectAdvice(
      await judgeAt(server.url, QUICK),
      /does not speak the API: expected a JSON object.*got 200 that begins with "<h1>Welcome<\/h1>": check the URL/,
    );
  });

  test.each([
    ['https://login.invalid/?next=secret', /to https:\/\/login\.invalid\/, .*asks for a login\.$/],
    ['https://fees.invalid/base/v1/ch', /give the address https:\/\/fees\.invalid\/base\.$/],
    ['/v1/ch/', /have the service answer POST \/v1\/ch itself\.$/],
    ['//', /: check the URL\.$/],
  ])('where every request is redirected to %s with 302', async (location, advice) => {
    await using server = await listenHttp((_, response) => response.writeHead(302, { location }).end());
    const report = await judgeAt(server.url, QUICK);

    expect(report.summary).toMatch(advice);
    expect(report.summary).not.toContain('secret');
  });

  test('where everything is redirected to another origin', async () => {
    await using server = await listenHttp((_, response) =>
      response.writeHead(308, { location: 'https://fees.invalid/v1/ch' }).end(),
    );
    await expectAdvice(await judgeAt(server.url, QUICK), /redirects elsewhere.*fees\.invalid/);
  });

  test('where it is always "later"', async () => {
    await using server = await listenHttp((_, response) =>
      response.writeHead(429, { 'retry-after': '0' }).end(),
    );
    await expectAdvice(await judgeAt(server.url, QUICK), /--rate/);
  });

  test('if retries after "later" use up the cap on requests', async () => {
    let asked = 0;
    await using server = await listenHttp((_, response) =>
      ++asked % 3 === 0
        ? response.writeHead(422).end()
        : response.writeHead(429, { 'retry-after': '0' }).end(),
    );
    const report = await judgeAt(server.url, { maxRequests: 40 });

    await expectAdvice(report, /--max-requests/);
    expect(asked).toBeLessThanOrEqual(40);
  });

  test('where the cap is too low to begin with', async () => {
    await using server = await startReference();
    const report = await judgeAt(server.url, { maxRequests: 3 });

    await expectAdvice(report, /--max-requests/);
    expect(server.connections).toBe(0);
  });

  test('where no card is named', async () => {
    await using server = await startReference();
    const report = await judgeAt(server.url, { overrides: { cards: [] } });

    await expectAdvice(report, /names no card/);
  });
});

describe('what the document lets a service demand is no finding', () => {
  const NO_FILE = { one: { token: 'token-of-several', processors: [] }, several: undefined };
  const refusal = (text: string, status = 400): Partial<ReferenceBehavior> => ({
    refusal: () => ({ status, type: 'application/json', text }),
  });

  const judgeRefusing = (differing: Partial<ReferenceBehavior>, overrides: Partial<Deployment>) =>
    judge(differing, { ...QUICK, overrides });

  test.each([
    ['says so', refusal('{"error":"processor is required"}')],
    ['points to it', refusal('{"violations":[{"pointer":"/processor"}]}', 422)],
    ['says so by a server error', refusal('{"error":"no processor"}', 500)],
    ['says so with status 200', refusal('{"message":"which MID?"}', 200)],
    ['says nothing', refusal('')],
    ['says nothing with status 200', refusal('{"message":"declined"}', 200)],
  ])('a processor, where the merchant has several and the refusal %s', async (_, differing) => {
    const report = await judgeRefusing(differing, NO_FILE);

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toMatch(/merchants\.one/);
    expect(outcomes(report, 'pass', 'fail', 'blocked')).toEqual([]);
  });

  test('a processor, where the deployment file lists several for merchants.one', async () => {
    const processors = ['1', '2'].map((mid) => ({ mid, name: mid }));
    const report = await judgeRefusing({}, { one: { token: 'token-of-several', processors } });

    expect(report.exitCode).toBe(3);
    expect(report.summary).toMatch(/lists 2 processors/);
  });

  test('a processor, where merchants.one has the token of merchants.several', async () => {
    const report = await judgeRefusing({}, { one: { token: 'token-of-several', processors: [] } });

    expect(report.exitCode).toBe(3);
    expect(report.summary).toMatch(/has the token of merchants\.several/);
  });

  test.each([
    ['a totalAmount', 'totalAmount is missing', /multi-pay/, {}],
    ['its own test cards', 'unknown card', /as cards in the deployment file/, {}],
    [
      'its own regions',
      'region not served',
      /as regions in the deployment file/,
      {
        regions: DEPLOYMENT_DEFAULTS.regions,
      },
    ],
  ])('%s', async (_, text, context, overrides) => {
    const report = await judgeRefusing({ ...refusal(text), checkFee: () => 'no' }, overrides);

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.summary).toMatch(context);
  });

  test.each([
    ['of the amount', refusal('amount is not a number'), NO_FILE],
    [
      'of the card that the deployment file lists',
      refusal('unknown card'),
      {
        cards: ['5555555555554444'],
      },
    ],
    ['of the path', refusal('', 404), NO_FILE],
    ['of an error of its own', refusal('', 500), NO_FILE],
    ['of a processor that the one processor of the file makes needless', refusal('which processor?'), {}],
  ])('and a service that refuses every valid call because %s fails', async (_, differing, overrides) => {
    const report = await judgeRefusing({ ...differing, checkFee: () => 'no' }, overrides);

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(outcomes(report, 'fail')).toEqual(['fee-request/accepts-required-fields-alone']);
  });
});

describe('refusals of every form', () => {
  test.each([
    ['400', 400, '{"error":"no"}'],
    ['500', 500, ''],
    ['2xx with another message', 200, '{"message":"declined"}'],
    [
      '2xx with another message, a fee of zero and an sTxId',
      200,
      '{"message":"declined","transactionFee":0,"sTxId":"a"}',
    ],
    ['404', 404, '<h1>Not found</h1>'],
  ])('by %s fail the first rule and block the rest', async (_, status, body) => {
    await using server = await listenHttp((_, response) => response.writeHead(status).end(body));
    const report = await judgeAt(server.url, QUICK);

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(outcomes(report, 'fail')).toEqual(['fee-request/accepts-required-fields-alone']);
    expect(report.counts.blocked).toBe(report.rules.length - 1);
    expect(report.rules[0]?.counterexample?.steps).toHaveLength(1);
  });

  test('name the rule that blocks in each blocked rule', async () => {
    const report = await judge({ checkFee: () => 'no' }, QUICK);
    const reasons = report.rules.filter(({ outcome }) => outcome === 'blocked').map(({ reason }) => reason);

    expect(new Set(reasons)).toEqual(
      new Set(['it depends on fee-request/accepts-required-fields-alone, which failed']),
    );
  });
});

test.each([
  [null, 422],
  ['fee: 2.50', 200],
  [2.5, 422],
])('a success that is %j, while refusals are proper with %d, is no JSON object', async (body, status) => {
  const report = await judge(
    {
      feeResponse: () => body,
      refusal: (why) => ({ status, type: 'application/json', text: JSON.stringify({ message: why }) }),
    },
    QUICK,
  );

  expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
  expect(outcomes(report, 'fail')).toEqual(['fee-response/is-json-object']);
});

test('a fee in an array is no JSON object, and nothing else is said', async () => {
  const report = await judge({ feeResponse: (body) => [body] }, QUICK);

  expect(report.verdict).toBe('nonconformant');
  expect(outcomes(report, 'fail')).toEqual(['fee-response/is-json-object']);
  expect(report.counts.blocked).toBe(report.rules.length - 1);
});
