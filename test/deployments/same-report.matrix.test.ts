/** The same seed against the same behaviour gives the same report, byte for byte, save what holds times. */
import { describe, expect, test } from 'vitest';
import { conform, REPORTERS, selection } from '../../conformance/index.ts';
import { FIXED_MTXIDS } from '../../conformance/rule/mtxids.ts';
import { sampled, testThoroughly } from '../support/sampled.ts';
import { DEFECTS } from './defects.ts';
import { deploymentOf } from './deployment-of.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';

const TIMES = ['startedAt', 'durationMs', 'latencies', 'digests'];

/** The report in JSON on a deployment that has just been started, without its times and its port; and what was sent. */
async function judge(behaviour: Partial<ReferenceBehavior>, concurrency: number, rule: string) {
  const bodies: string[] = [];
  await using server = await startReference({ ...behaviour, onBody: (body) => bodies.push(body) });
  const deployment = deploymentOf(server.url);
  const report = await conform({
    deployment: { ...deployment, limits: { ...deployment.limits, concurrency } },
    selects: selection([rule, 'fee-request/accepts-*', 'sale/accepts-*'], []),
    seed: 7,
  });
  const timeless = JSON.parse(REPORTERS.json(report), (key, value) => (TIMES.includes(key) ? 0 : value));

  return {
    json: JSON.stringify(timeless).replaceAll(server.url.host, 'HOST'),
    sent: bodies.flatMap((body) => body.match(/(?<="mTxId":")[^"]+/g) ?? []),
  };
}

describe.each([1, 8])('with %i requests at the same time', (concurrency) => {
  test.each(
    sampled(
      [
        'mTxIds of digits alone are compared as numbers',
        'an mTxId is cut to 20 characters',
        'a sale by mTxId answers with the mTxId as sTxId',
        'an update by both identifiers begins a transaction',
      ],
      1,
    ),
  )('two runs report the same: %s', async (what) => {
    const { rule, make } = DEFECTS.find((defect) => defect.what === what)!;
    const [one, other] = [await judge(make(), concurrency, rule), await judge(make(), concurrency, rule)];

    expect(JSON.parse(one.json).rules.find(({ id }: { id: string }) => id === rule).outcome).toBe('fail');
    expect(other.json).toBe(one.json);
  });
});

testThoroughly('an mTxId of one run is never met in another, save two that cannot be fresh', async () => {
  const [one, other] = [await judge({}, 8, 'identity'), await judge({}, 8, 'identity')];

  expect(one.sent.length).toBeGreaterThan(30);
  expect(new Set(one.sent.filter((id) => other.sent.includes(id)))).toEqual(new Set(FIXED_MTXIDS));
});
