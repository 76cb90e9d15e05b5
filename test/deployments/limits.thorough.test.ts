/** The request and time limits of a run, and runs that only observe. */
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { conform } from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { judge } from './judge.ts';
import type { ReferenceBehavior } from './reference.ts';

test('a failure that the baseline knows leaves the other rules their requests, at effort quick', async () => {
  await using mock = await startMock({ defects: ['nicn/refuses-non-digits'] });
  const options = { deployment: describeMock(mock), seed: 1, effort: 'quick' } as const;
  const baseline = await conform(options);
  const report = await conform({ ...options, baseline });

  expect(baseline.verdict).toBe('nonconformant');
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
});

/** Accepts one request per tenth of a second. */
function slowThrottler(): Partial<ReferenceBehavior> {
  let next = 0;

  return {
    onArrival(_, response) {
      const isEarly = performance.now() < next;
      if (isEarly) response.writeHead(429).end();
      else next = performance.now() + 100;

      return isEarly;
    },
  };
}

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

test('--max-requests may be above or below the cap of the effort', async () => {
  const high = await judge({}, { effort: 'quick', maxRequests: 1000 });
  const low = await judge({}, { effort: 'standard', maxRequests: 200 });

  expect(high.requests).toBeGreaterThan(120);
  expect(low.requests).toBeLessThanOrEqual(200);
  expect(low.summary).toMatch(
    /Some rules were not judged: the cap of 200 requests was reached: raise --effort or/,
  );
});

describe.concurrent('a run that exceeds its time limit', () => {
  test('ends inconclusive and states what was not judged and why', async () => {
    const started = performance.now();
    const report = await judge(slowThrottler(), { effort: 'deep', maxTimeMs: 6000 });

    // Six seconds, and ten for the last checks; the whole run would take minutes.
    expect(performance.now() - started).toBeLessThan(40_000);
    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3, counts: { fail: 0 } });
    expect(report.summary).toMatch(
      /Some rules were not judged: the time limit of the run was reached: raise --max-time/,
    );
    const late = report.rules.filter(({ reason }) => /^the time limit of the run was reached/.test(reason));
    expect(late.length).toBeGreaterThan(20);
  });

  test('is nonconformant if a rule has failed before', async () => {
    // Fast until a rule has failed, then so slow that the time limit comes before the end.
    const delay = (call: number) => (call > 400 ? 2000 : 0);
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
