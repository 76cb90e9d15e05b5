/** The should rules: each finds what goes against it, and leaves alone what only looks like it. */
import { describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { conform } from '../../conformance/index.ts';
import { type RuleId, SHOULD_RULES } from '../../src/contract/rule-ids.ts';
import { sampled, testOnce } from '../support/sampled.ts';
import { deploymentOf } from './deployment-of.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';
import { MET_DEFECTS, SHOULD_DEFECTS } from './should-defects.ts';
import { SHOULD_ODDITIES } from './should-oddities.ts';

const LIMITS = { ...DEPLOYMENT_DEFAULTS.limits, timeout: 3000 };
const isShould = (id: RuleId) => SHOULD_RULES.some((known) => known === id);

async function warningsOf(
  behaviour: Partial<ReferenceBehavior>,
  selects: (id: RuleId) => boolean = isShould,
) {
  await using server = await startReference(behaviour);
  const deployment = deploymentOf(server.url, { limits: LIMITS });
  const { rules, verdict } = await conform({ deployment, selects, seed: 1 });
  const failed = rules.filter(({ outcome }) => ['fail', 'unstable', 'broken'].includes(outcome));

  return { failed, verdict };
}

describe('is found, and has its name', () => {
  test.each(sampled(SHOULD_DEFECTS, 2))('$what: $rule', async ({ rule, make }) => {
    const { failed } = await warningsOf(make());

    expect(failed.map(({ id, outcome }) => ({ id, outcome }))).toEqual([{ id: rule, outcome: 'fail' }]);
  });

  test.each(sampled(MET_DEFECTS, 0))(
    'in the rest of the run, and asked for again: $what: $rule',
    async ({ rule, make }) => {
      const { failed, verdict } = await warningsOf(make(), () => true);

      expect(verdict).toBe('conformant');
      expect(failed.map(({ id }) => id)).toEqual([rule]);
      expect(failed[0]?.counterexample?.steps).toHaveLength(1);
    },
  );
});

testOnce('a large body is not sent at the effort quick, which is said', async () => {
  let longest = 0;
  await using server = await startReference({
    onBody: ({ length }) => {
      longest = Math.max(longest, length);
    },
  });
  const selects = (id: string) => id === 'robustness/refuses-oversized-body';
  const { rules } = await conform({
    deployment: deploymentOf(server.url),
    selects,
    effort: 'quick',
    seed: 1,
  });

  expect(rules.find(({ id }) => selects(id))).toMatchObject({
    outcome: 'skipped',
    reason: 'it is not tried at this effort: raise --effort',
  });
  expect(longest).toBeLessThan(10_000);
});

describe('is no reason for a warning', () => {
  test.each(sampled(Object.entries(SHOULD_ODDITIES), 1))('%s', async (_, make) => {
    expect((await warningsOf(make())).failed.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  });
});
