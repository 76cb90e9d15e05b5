/** A deployment in which an update by mTxId, after another transaction's call and a refused one, answers for the other. */
import { expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { conform } from '../../conformance/index.ts';
import { updateByMtxidKeepsStxid } from '../../conformance/rules/identity/update-by-mtxid-keeps-stxid.ts';
import { replay } from '../../conformance/runner/replay.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { deploymentOf } from './deployment-of.ts';
import { REFERENCE, startReference } from './reference.ts';

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

test('a wrong sTxId after a call of another transaction and a refused one is found, shown with both, and replayed', async () => {
  await using server = await startConfused();
  // One request at a time, so that each run sends them in the same order.
  const limits = { ...DEPLOYMENT_DEFAULTS.limits, concurrency: 1 };
  const report = await conform({
    deployment: deploymentOf(server.url, { limits }),
    seed: 1,
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
});
