/** Each defect is put into the reference deployment and has to be found by the rule that is in charge of it. */
import { describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { conform } from '../../conformance/index.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { withDependencies } from '../selftest/with-dependencies.ts';
import { sampled } from '../support/sampled.ts';
import { DEFECTS } from './defects.ts';
import { deploymentOf } from './deployment-of.ts';
import { startReference } from './reference.ts';
import { STATE_DEFECTS } from './state-defects.ts';

describe('is found, and has its name', () => {
  test.each([...sampled(DEFECTS, 5), ...sampled(STATE_DEFECTS, 1)])(
    '$what: $rule',
    async ({ rule, make, metBy, timeout = DEPLOYMENT_DEFAULTS.limits.timeout }) => {
      await using server = await startReference(make());
      const deployment = deploymentOf(server.url, { limits: { ...DEPLOYMENT_DEFAULTS.limits, timeout } });
      const isOfRule = withDependencies(rule);
      const selects = (id: RuleId) => isOfRule(id) || metBy?.test(id) === true;
      const report = await conform({ deployment, seed: 1, selects });
      const failed = report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);

      expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
      expect(failed).toContain(rule);
    },
  );
});
