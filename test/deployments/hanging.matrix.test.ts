/** A deployment that stops answering, or that one kind of call kills or breaks, is named once and soon; a sound one is not accused. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { DEPLOYMENT_DEFAULTS } from '../../conformance/deployment/deployment.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { sampled } from '../support/sampled.ts';
import { CRASHING, DEADLY, type Hanging, INNOCENT, SILENT } from './hanging.ts';
import { failedIn, type JudgeOptions, judge, judgeAt } from './judge.ts';
import { CALLS, on, startMortal } from './mortal.ts';

async function judgeHanging({ start }: Hanging, options: JudgeOptions = {}): Promise<Report> {
  await using server = await start();

  return await judgeAt(server.url, options);
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

const OTHERWISE: readonly [name: string, options: JudgeOptions][] = [
  ['at effort quick', { effort: 'quick' }],
  ['at effort deep', { effort: 'deep' }],
  ['one request at a time', { limits: { concurrency: 1 } }],
  ['with the default time limit', { limits: DEPLOYMENT_DEFAULTS.limits }],
];

const LOCKED = DEADLY[0]!;
/** Short, since each lost answer is waited for. */
const CUT = { timeout: 1000 };

async function expectSilence(silent: Hanging): Promise<void> {
  const report = await judgeHanging(silent, { limits: CUT });
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
    expectGone(await judgeHanging(deadly, { limits: CUT }), deadly);
  });

  test.each(sampled(OTHERWISE, 0))(`that ${LOCKED.name} does so too %s`, async (_, options) => {
    expectGone(await judgeHanging(LOCKED, { ...options, limits: { ...CUT, ...options.limits } }), LOCKED);
  });

  test.each(sampled(SILENT, 0))('that $name fails one rule', expectSilence);

  test.each(sampled(INNOCENT, 0))('that $name is conformant', async (innocent) => {
    const report = await judgeHanging(innocent);

    expect(report).toMatchObject({ verdict: 'conformant', summary: expect.any(String) });
    expect(failedIn(report)).toEqual([]);
  });
});

/** Not beside others: it answers between its restarts, and its time is short. */
test.each(sampled(CRASHING, 0))('a deployment that $name fails one rule', expectSilence);

const REACHED = Object.entries(CALLS).flatMap(([name, { is, quick }]) =>
  ([...(quick ? ['quick' as const] : []), 'standard'] as const).map((effort) => [name, effort, is] as const),
);

/** The rules that send these calls, and the ones on answers: the others are most of a run, and have no part in this. */
const selects = (id: RuleId) => !/^(opaque|region|country|multi-pay|processor|identity\/(?!state))/.test(id);

describe.concurrent('dies for good of', () => {
  test.each(sampled(REACHED, 1))('%s, at effort %s', async (_, effort, is) => {
    await using server = await startMortal(is());
    const report = await judgeAt(server.url, { effort });
    const death = report.rules.find(({ id }) => id === 'robustness/survives-malformed-input');

    expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1, counts: { broken: 0 } });
    expect(death).toMatchObject({ outcome: 'fail' });
    expect(death?.counterexample?.got).toContain('ECONNREFUSED');
    // The deadly call is among those that are shown.
    const call = is();
    const shown = death?.counterexample?.steps.map(({ request }) => request) ?? [];
    expect(shown.length).toBeGreaterThan(1);
    if (!String(is).includes('sold'))
      expect(
        shown.some(({ method, url, headers, body }) =>
          call({ method, url, headers: lower(headers) } as unknown as IncomingMessage, body),
        ),
      ).toBe(true);
  });
});

function lower(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

describe.concurrent('answers with a server error', () => {
  test.each(sampled(REACHED, 1))('%s, at effort %s', async (name, effort, is) => {
    const report = await judge(
      on(is(), (_, response) => void response.writeHead(500).end()),
      { effort, selects },
    );
    const failed = report.rules.find(({ id }) => id === 'robustness/no-server-error-on-bad-input');

    expect(report.verdict).toBe('conformant');
    expect(failed).toMatchObject({ outcome: 'fail' });
    if (name === 'a second sale') expect(failed?.counterexample?.steps.length).toBeGreaterThan(2);
  });
});
