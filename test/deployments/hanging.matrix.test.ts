/** A deployment that stops answering, for good or for one kind of call, is named once and soon; a sound one is not accused. */
import { describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { sampled } from '../support/sampled.ts';
import { deploymentOf } from './deployment-of.ts';
import { CRASHING, DEADLY, type Hanging, INNOCENT, SILENT } from './hanging.ts';
import { failedIn } from './mortal.ts';

async function judge(
  { start }: Hanging,
  limits: object = {},
  options: Partial<ConformOptions> = {},
): Promise<Report> {
  await using server = await start();
  const deployment = deploymentOf(server.url, { limits: { ...DEPLOYMENT_DEFAULTS.limits, ...limits } });

  return await conform({ deployment, seed: 1, ...options });
}

/** The rules, observations aside, that are left open for answers that did not come. */
function openIn({ rules }: Report): readonly string[] {
  return rules
    .filter(({ level }) => level !== 'observe')
    .filter(
      ({ outcome, reason }) => outcome === 'unstable' || (outcome === 'skipped' && /answer/.test(reason)),
    )
    .map(({ id, reason }) => `${id}: ${reason}`);
}

function expectGone(report: Report, { isDeadly }: Hanging): void {
  const gone = report.rules.find(({ id }) => id === 'robustness/survives-malformed-input');
  const steps = gone?.counterexample?.steps ?? [];

  expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1, counts: { broken: 0 } });
  expect(failedIn(report)).toEqual(['robustness/survives-malformed-input']);
  expect(openIn(report)).toEqual([]);
  expect(report.rules.some(({ outcome }) => outcome === 'blocked')).toBe(true);
  // Few are waited for, however long the rest of the run takes.
  expect(report.latencies?.unanswered ?? 0).toBeLessThan(60);
  // The last ten, and the baseline.
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.length).toBeLessThanOrEqual(11);
  if (isDeadly !== undefined) expect(steps.some(({ request }) => isDeadly(request.body))).toBe(true);
}

const OTHERWISE: readonly [name: string, limits: object, options: Partial<ConformOptions>][] = [
  ['at effort quick', {}, { effort: 'quick' }],
  ['at effort deep', {}, { effort: 'deep' }],
  ['one request at a time', { concurrency: 1 }, {}],
  ['with the default time limit', DEPLOYMENT_DEFAULTS.limits, {}],
];

const LOCKED = DEADLY[0]!;
/** Short, since each lost answer is waited for. */
const CUT = { timeout: 1000 };

async function expectSilence(silent: Hanging): Promise<void> {
  const report = await judge(silent, CUT);
  const { isDeadly = () => true, fails = 'robustness/answers-in-time' } = silent;
  const failed = report.rules.find(({ id }) => id === fails);
  const steps = failed?.counterexample?.steps ?? [];

  expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1, counts: { broken: 0 } });
  expect(failedIn(report)).toEqual([fails]);
  expect(report.latencies?.unanswered ?? 0).toBeLessThan(300);
  expect(steps.some(({ request }) => isDeadly(request.body))).toBe(true);
}

describe.concurrent('a deployment', () => {
  test.each(sampled(DEADLY, 1))('that $name fails one rule, with the last calls', async (deadly) => {
    expectGone(await judge(deadly, CUT), deadly);
  });

  test.each(sampled(OTHERWISE, 0))(`that ${LOCKED.name} does so too %s`, async (_, limits, options) => {
    expectGone(await judge(LOCKED, { ...CUT, ...limits }, options), LOCKED);
  });

  test.each(sampled(SILENT, 0))('that $name fails one rule', expectSilence);

  test.each(sampled(INNOCENT, 0))('that $name is conformant', async (innocent) => {
    const report = await judge(innocent);

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
    expect(failedIn(report)).toEqual([]);
  });
});

/** Not beside others: it answers between its restarts, and its time is short. */
test.each(sampled(CRASHING, 0))('a deployment that $name fails one rule', expectSilence);
