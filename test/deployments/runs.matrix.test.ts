/** Runs that have to agree: two with one seed, one and its replay, and those on the strictest mock. */
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import { conform, REPORTERS, selection } from '../../conformance/index.ts';
import { FIXED_MTXIDS } from '../../conformance/rule/mtxids.ts';
import { updateByMtxidKeepsStxid } from '../../conformance/rules/identity/update-by-mtxid-keeps-stxid.ts';
import { replay } from '../../conformance/runner/replay.ts';
import { STRICT_CHOICES } from '../../src/contract/choices.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { sampled, testOnce, testThoroughly } from '../support/sampled.ts';
import { DEFECTS } from './defects.ts';
import { deploymentOf, judge, judgeAt } from './judge.ts';
import { REFERENCE, type ReferenceBehavior, startReference } from './reference.ts';

const TIMES = ['startedAt', 'durationMs', 'latencies', 'digests'];

/** The report in JSON on a deployment that has just been started, without its times and its port; and what was sent. */
async function judgeAnew(behavior: Partial<ReferenceBehavior>, concurrency: number, rule: string) {
  const bodies: string[] = [];
  const report = await judge(
    { ...behavior, onBody: (body) => bodies.push(body) },
    {
      limits: { concurrency },
      seed: 7,
      selects: selection([rule, 'fee-request/accepts-*', 'sale/accepts-*'], []),
    },
  );
  const timeless = JSON.parse(REPORTERS.json(report), (key, value) => (TIMES.includes(key) ? 0 : value));

  return {
    json: JSON.stringify(timeless).replaceAll(new URL(report.target).host, 'HOST'),
    sent: bodies.flatMap((body) => body.match(/(?<="mTxId":")[^"]+/g) ?? []),
  };
}

describe.each([1, 8])('with %i requests at the same time', (concurrency) => {
  test.each(
    sampled(
      [
        'an mTxId may have 90 characters, of which the first 80 count',
        'a sale by mTxId answers without an sTxId',
        'a sale that is refused for its authCode gives the transaction its mTxId',
        'an update changes the amount of the transaction opened last too',
      ],
      1,
    ),
  )('two runs report the same: %s', async (what) => {
    const { rule, make } = DEFECTS.find((defect) => defect.what === what)!;
    const [one, other] = [
      await judgeAnew(make(), concurrency, rule),
      await judgeAnew(make(), concurrency, rule),
    ];

    expect(JSON.parse(one.json).rules.find(({ id }: { id: string }) => id === rule).outcome).toBe('fail');
    expect(other.json).toBe(one.json);
  });
});

testThoroughly('an mTxId of one run is never met in another, save two that cannot be fresh', async () => {
  const [one, other] = [await judgeAnew({}, 8, 'identity'), await judgeAnew({}, 8, 'identity')];

  expect(one.sent.length).toBeGreaterThan(30);
  expect(new Set(one.sent.filter((id) => other.sent.includes(id)))).toEqual(new Set(FIXED_MTXIDS));
});

const RULE: RuleId = 'identity/update-by-mtxid-keeps-stxid';

function startConfused() {
  let newest = '';
  let isConfused = false;

  return startReference({
    createStxid(...call) {
      newest = REFERENCE.createStxid(...call);

      return newest;
    },
    normalizeRequest(request) {
      isConfused ||= Object.keys(request).length === 0;

      return request;
    },
    feeResponse(body, { sTxId }) {
      if (!isConfused || sTxId !== undefined || body['sTxId'] === newest) return body;
      isConfused = false;

      return { ...body, sTxId: newest };
    },
  });
}

/** An update by mTxId, after another transaction's call and a refused one, answers for the other. */
testOnce(
  'a wrong sTxId after a call of another transaction and a refused one is found, shown with both, and replayed',
  async () => {
    await using server = await startConfused();
    // One request at a time, so that each run sends them in the same order.
    const report = await judgeAt(server.url, {
      limits: { concurrency: 1 },
      selects: (id) => /^(identity\/|fee-request\/requires-)/.test(id),
    });
    const failed = report.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');
    const [rule] = failed;
    const value = rule?.counterexample?.case;
    const steps = rule?.counterexample?.steps ?? [];
    const [refused, update] = steps.slice(-2);

    expect(failed.map(({ id, outcome }) => [id, outcome])).toEqual([[RULE, 'fail']]);
    expect(rule?.reason).toMatch(/^expected the transaction's own sTxId "tx-\S+", got "tx-\S+"/);
    expect(refused).toMatchObject({ request: { body: '{}' }, response: { status: 422 } });
    expect(update?.request.body).not.toContain('sTxId');
    expect(value).toMatchObject({ calls: expect.arrayContaining([expect.objectContaining({ body: {} })]) });

    await using another = await startConfused();
    const again = await replay(updateByMtxidKeepsStxid, value, deploymentOf(another.url));

    expect(again.kind).toBe('reproduced');
  },
);

/** The strictest mock is a legal service: it refuses nothing that every service has to accept. */
const RUNS = [
  ['quick', 1],
  ['standard', 1],
  ['standard', 2],
  ['deep', 1],
] as const;

/** Not observed: an expired token, which needs the secret of the service. */
const { 'expired-token': _, ...OBSERVED } = STRICT_CHOICES;

test.each(sampled(RUNS, 1))('mock --strict is conformant at effort %s with seed %d', async (effort, seed) => {
  await using mock = await startMock({
    choices: STRICT_CHOICES,
    jwtSecret: 'the secret of the strictest mock',
  });
  const report = await conform({ deployment: describeMock(mock), effort, seed, strict: true });
  const open = report.rules.filter(({ outcome }) => !['pass', 'observed', 'skipped'].includes(outcome));

  expect({ verdict: report.verdict, open }).toEqual({ verdict: 'conformant', open: [] });
  if (effort !== 'quick') expect(report.choices).toMatchObject(OBSERVED);
});
