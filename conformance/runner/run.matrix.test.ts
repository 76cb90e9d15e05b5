/** A run as a whole: its limits, its order, its seed, and what it makes of a token that is refused and of accidents. */
import { describe, expect, test } from 'vitest';
import { from, judge, outcomes, type Run, runAgainst } from '../../test/deployments/judge.ts';
import { checkFee, checkSale, REFERENCE, type ReferenceBehavior } from '../../test/deployments/reference.ts';
import {
  describeOnce,
  describeThoroughly,
  sampled,
  testOnce,
  testThoroughly,
} from '../../test/support/sampled.ts';

describe('the limits of a run', () => {
  test.each(sampled([40, 41, 60, 100, 500], 2))('never more than %d requests', async (maxRequests) => {
    const { report, received } = await runAgainst({}, { maxRequests });

    expect(received).toBeLessThanOrEqual(maxRequests);
    expect(report.requests).toBe(received);
  });

  testOnce('a cap that was reached leaves the verdict open, with a word on what to do', async () => {
    const report = await judge({}, { maxRequests: 60 });

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
    expect(report.rules.some(({ reason }) => reason.includes('--max-requests'))).toBe(true);
    expect(outcomes(report, 'fail', 'unstable', 'broken')).toEqual([]);
  });

  testOnce('what is lost on the way counts as well', async () => {
    const { report, received } = await runAgainst(
      {
        intercept: (request, _, call) => {
          if (call % 9 === 0) request.socket.resetAndDestroy();

          return call % 9 === 0;
        },
      },
      { maxRequests: 200 },
    );

    expect(received).toBeLessThanOrEqual(200);
    expect(report.requests).toBe(received);
  });
});

describeThoroughly('the must rules', () => {
  const isMust = ({ level }: { readonly level: string }) => level === 'must';
  /** Some of each level, to be quicker. */
  const selects = (id: string) => /^(auth|transport|fee-request|sale)\//.test(id);

  test('get their requests first: what is left of a cap goes to the others, one by one', async () => {
    const all = await judge({}, { selects });
    const needed = all.rules.filter(isMust).reduce((sum, { requests }) => sum + requests, 10);
    const report = await judge({}, { selects, maxRequests: needed + 20 });
    const others = report.rules.filter((rule) => !isMust(rule));

    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
    expect(others.some(({ outcome, requests }) => outcome === 'pass' && requests > 0)).toBe(true);
    expect(others.some(({ reason }) => reason.includes('--max-requests'))).toBe(true);
  });

  test('ask the same, whatever the others find', async () => {
    const asked = async (differing: Partial<ReferenceBehavior>) => {
      const report = await judge(differing, { selects });

      return report.rules.filter(isMust).map(({ id, outcome, requests }) => `${id} ${outcome} ${requests}`);
    };

    expect(await asked({ methods: ['POST', 'PUT'], type: undefined, authenticate: () => 'one' })).toEqual(
      await asked({ authenticate: () => 'one' }),
    );
  });

  test('that leave it broken keep the others from being judged', async () => {
    let isBroken = false;
    const report = await judge({
      refusal: (why) => {
        isBroken ||= why === 'not JSON';

        return REFERENCE.refusal(why);
      },
      intercept: (_, response) => {
        if (isBroken) response.writeHead(500).end();

        return isBroken;
      },
    });
    const others = report.rules.filter(({ level }) => level === 'should');

    expect(outcomes(report, 'fail')).toEqual(['robustness/survives-malformed-input']);
    expect(new Set(others.map(({ reason }) => reason))).toEqual(
      new Set(['a valid fee call, priced before, is not any more: refused: 500 with an empty body']),
    );
  });
});

describe('the same seed', () => {
  const timeless = ({ report }: Run) => ({
    ...report,
    target: '',
    startedAt: '',
    durationMs: 0,
    latencies: undefined,
    digests: undefined,
    rules: report.rules.map((rule) => ({ ...rule, durationMs: 0 })),
  });

  test.each(sampled(['quick', 'standard'] as const, 1))(
    'sends the same at effort %s, and gives the same report, save for times',
    async (effort) => {
      const [one, other] = [
        await runAgainst({}, { effort, seed: 5 }),
        await runAgainst({}, { effort, seed: 5 }),
      ];

      expect(other.bodies).toEqual(one.bodies);
      expect(timeless(other)).toEqual(timeless(one));
    },
  );

  testOnce('is what the random cases depend on', async () => {
    const selects = (id: string) => id === 'fee-request/accepts-decimal-amounts';
    const [one, other] = [
      await runAgainst({}, { selects, seed: 5 }),
      await runAgainst({}, { selects, seed: 6 }),
    ];

    expect(other.bodies).not.toEqual(one.bodies);
  });
});

describe('a token that is refused', () => {
  test.each(sampled([401, 403], 1))(
    'in the middle of the run (%d) leaves rules open and fails none',
    async (status) => {
      const report = await judge(from(40, status), { effort: 'quick' });

      expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3 });
      expect(outcomes(report, 'fail', 'unstable', 'broken')).toEqual([]);
      expect(report.rules.some(({ reason }) => reason.includes('token'))).toBe(true);
    },
  );

  testThoroughly('once is asked again and forgotten', async () => {
    let times = 0;
    const report = await judge({
      intercept: (_, response, call) => {
        // So far apart that the repeated request, which waits behind others, is never refused as well.
        if (call % 120 !== 0) return false;
        times++;
        response.writeHead(401).end();

        return true;
      },
    });

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
    expect(times).toBeGreaterThan(2);
  });

  testOnce('for the content of the request alone is a refusal of the content', async () => {
    const report = await judge(
      {
        refusal: (why) => ({ status: why.startsWith('nicn') ? 403 : 422, type: undefined, text: '' }),
      },
      { selects: (id) => /^(nicn|fee-request)\//.test(id) },
    );

    expect(report.verdict).toBe('conformant');
    expect(outcomes(report, 'fail', 'unstable', 'broken')).toEqual([]);
    expect(outcomes(report, 'pass')).toEqual(expect.arrayContaining(['nicn/refuses-fewer-than-6-digits']));
  });
});

describeThoroughly('an accident', () => {
  test.each([
    ['a reset', (response: { socket: { destroy(): void } | null }) => response.socket?.destroy(), []],
    [
      'a server error',
      (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
      ['robustness/no-server-error-on-bad-input'],
    ],
  ])('(%s) now and then fails no must rule', async (_, happen, warnings) => {
    const report = await judge({
      intercept: (_, response, call) => {
        if (call < 20 || call % 97 !== 0) return false;
        happen(response);

        return true;
      },
    });

    expect(outcomes(report, 'fail', 'broken')).toEqual(warnings);
  });

  test('that keeps happening to one kind of request is a failure', async () => {
    const limits = { timeout: 1200 };
    const report = await judge(
      {
        checkSale: (request, found) => {
          if (request['authCode'] === 'A1B2C3') throw new Error('crash');

          return checkSale(request, found);
        },
      },
      { limits, selects: (id) => /^sale\/|^robustness\/answers/.test(id) },
    );

    expect(outcomes(report, 'fail')).toEqual(['robustness/answers-in-time']);
    expect(report.rules.find(({ id }) => id === 'robustness/answers-in-time')?.reason).toContain('authCode');
  });
});

describeOnce('a rule', () => {
  test('that rests on a failed one names it', async () => {
    const report = await judge(
      {
        createStxid: () => 'always-the-same',
      },
      { selects: (id) => id.startsWith('identity/') },
    );
    const blocked = report.rules.filter(({ outcome }) => outcome === 'blocked');

    expect(outcomes(report, 'fail')).toContain('identity/stxid-is-unique');
    expect(blocked.map(({ id }) => id)).toContain('identity/update-by-stxid-keeps-stxid');
    expect(blocked.every(({ reason }) => /[a-z]+\/[a-z-]+/.test(reason))).toBe(true);
  });

  test('that is not selected is not judged, and says so', async () => {
    const report = await judge({}, { selects: (id) => id.startsWith('sale/') });

    expect(outcomes(report, 'pass').every((id) => id.startsWith('sale/'))).toBe(true);
    expect(report.rules.find(({ id }) => id === 'region/accepts-zip-code')).toMatchObject({
      outcome: 'skipped',
      exercised: 0,
      requests: 0,
    });
  });

  test('that passes was exercised', async () => {
    const report = await judge({}, { effort: 'quick' });

    expect(report.rules.filter(({ outcome, exercised }) => outcome === 'pass' && exercised < 1)).toEqual([]);
  });

  test('that needs several processors is skipped where there are none, and says what is lacking', async () => {
    const report = await judge({}, { overrides: { several: undefined }, effort: 'quick' });

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
    expect(report.rules.find(({ id }) => id === 'processor/required-with-several')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('merchants.several'),
    });
  });
});

testThoroughly('a defect fails its rule alone when all rules are selected', async () => {
  const report = await judge({
    checkFee: (request, ...rest) => checkFee({ ...request, nicn: shortened(request['nicn']) }, ...rest),
  });

  expect(outcomes(report, 'fail')).toEqual(['nicn/refuses-more-than-8-digits']);
});

function shortened(nicn: unknown): unknown {
  return typeof nicn === 'string' ? nicn.slice(0, 8) : nicn;
}
