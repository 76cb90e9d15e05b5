/** A service that puts off a call because of others in progress is not accused; one that refuses it alone too is found. */
import { expect, test } from 'vitest';
import { conform, type EffortName } from '../../conformance/index.ts';
import { sampled, testOnce } from '../support/sampled.ts';
import { BUSY, NEVER } from './busy.ts';
import { deploymentOf } from './deployment-of.ts';
import { type ReferenceBehavior, startReference } from './reference.ts';

/**
 * The other efforts, in the thorough run. Where every refusal has the form of a busy service, a run at deep
 * may stay open, since it sends thousands of requests that are refused for good.
 */
const RUNS = (['standard', 'deep'] as const)
  .map((effort) => ({ effort, seed: 2 }))
  .flatMap((run) => BUSY.map((service) => ({ ...service, ...run })))
  .filter(({ what, effort }) => effort !== 'deep' || !what.endsWith('the same answer as every refusal'));

async function accusationsOf(make: () => Partial<ReferenceBehavior>, effort: EffortName, seed: number) {
  await using server = await startReference(make());
  const { verdict, rules } = await conform({ deployment: deploymentOf(server.url), effort, seed });
  const accused = rules.filter(
    ({ level, outcome }) =>
      outcome === 'fail' || outcome === 'unstable' || (level === 'must' && outcome === 'blocked'),
  );

  return [...(verdict === 'conformant' ? [] : [verdict]), ...accused.map(({ id }) => id)];
}

testOnce.each(BUSY)('$what is not accused', async ({ make }) => {
  expect(await accusationsOf(make, 'quick', 1)).toEqual([]);
});

test.each(sampled(RUNS, 0))('$what is not accused, at $effort effort with seed $seed', async (run) => {
  expect(await accusationsOf(run.make, run.effort, run.seed)).toEqual([]);
});

test.each(sampled(NEVER, 0))('$what is found by $rule', async ({ rule, make }) => {
  await using server = await startReference(make());
  const report = await conform({ deployment: deploymentOf(server.url), seed: 1 });

  expect(report.verdict).toBe('nonconformant');
  expect(report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toContain(rule);
});
