import { expect, test } from 'vitest';
import { deploymentOf } from '../../test/deployments/judge.ts';
import {
  checkFee,
  checkSale,
  type ReferenceBehavior,
  startReference,
} from '../../test/deployments/reference.ts';
import { conform } from '../index.ts';
import type { ReportRule } from '../report/report.ts';
import { EFFORTS, runLimits } from './effort.ts';

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
