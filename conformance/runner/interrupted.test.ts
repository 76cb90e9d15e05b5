import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { REFERENCE, type ReferenceBehavior, startReference } from '../../test/deployments/reference.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../deployment/deployment.ts';
import { type ConformOptions, conform } from '../index.ts';
import type { Report, ReportRule } from '../report/report.ts';
import { RULES } from '../rules/index.gen.ts';
import { requiredWithSeveral } from '../rules/processor/processors.ts';
import { EFFORTS, runLimits } from './effort.ts';
import { nameCauses } from './judge/conclusions.ts';
import { blockedBy, type RuleOutcome, type RuleResult, toResult, withoutRequests } from './outcome.ts';
import { replay } from './replay.ts';

interface Interrupted {
  readonly report: Report;
  /** Requests that came after the run had ended. */
  readonly late: number;
}

interface Interrupting extends Partial<ReferenceBehavior>, Pick<ConformOptions, 'selects'> {
  readonly concurrency?: number;
}

/** A run that is interrupted when its request of this number arrives, which is then never answered. */
async function interruptedAt(
  number: number,
  {
    selects = () => true,
    concurrency = DEPLOYMENT_DEFAULTS.limits.concurrency,
    ...differing
  }: Interrupting = {},
): Promise<Interrupted> {
  const controller = new AbortController();
  let received = 0;
  await using server = await startReference({
    ...differing,
    intercept: () => {
      if (++received === number) controller.abort();

      return controller.signal.aborted;
    },
  });
  const { signal } = controller;
  const limits = { ...DEPLOYMENT_DEFAULTS.limits, concurrency };
  const deployment = deploymentOf(server.url, { limits });
  const report = await conform({ deployment, selects, effort: 'quick', seed: 1, signal });
  const atTheEnd = received;
  await new Promise((resolve) => setTimeout(resolve, 20));

  return { report, late: received - atTheEnd };
}

/** Requests at the same time would have another order in each run. */
const ONE_BY_ONE = { concurrency: 1 };

const isCutOff = ({ reason }: ReportRule) => reason === 'not judged: the run was interrupted';

function rulesThat(report: Report, outcome: ReportRule['outcome']): readonly string[] {
  return report.rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id);
}

describe('a run that is interrupted', () => {
  test('says what it had judged by then, and of all else that it did not', async () => {
    const { report, late } = await interruptedAt(60);
    const cut = report.rules.filter(isCutOff);

    expect(report).toMatchObject({ verdict: 'inconclusive', exitCode: 3, interrupted: true });
    expect(report.summary).toMatch(
      /^The run was interrupted: \d+ of 46 must rules had passed, none had failed\.$/,
    );
    expect(cut.length).toBeGreaterThan(20);
    expect(cut.every(({ outcome }) => outcome === 'skipped')).toBe(true);
    expect(rulesThat(report, 'pass').length).toBeGreaterThan(0);
    expect(late).toBe(0);
  });

  test('before it began asks nothing and reports all the same', async () => {
    const signal = AbortSignal.abort();
    let received = 0;
    await using server = await startReference({ intercept: () => ++received > 0 });
    const report = await conform({ deployment: deploymentOf(server.url), signal });

    expect(report).toMatchObject({
      verdict: 'inconclusive',
      exitCode: 3,
      interrupted: true,
      requests: 0,
      summary: 'The run was interrupted before any rule could be judged.',
    });
    expect(received).toBe(0);
  });

  test('does not wait for a deployment that says "later"', async () => {
    const controller = new AbortController();
    await using server = await startReference({
      intercept: (_, response) => {
        response.writeHead(429, { 'retry-after': '9' }).end();
        setTimeout(() => controller.abort(), 50);

        return true;
      },
    });
    const report = await conform({ deployment: deploymentOf(server.url), signal: controller.signal });

    expect(report.interrupted).toBe(true);
    expect(report.durationMs).toBeLessThan(8_000);
  });

  test('wherever that is, fails nothing of a deployment that does all right', async () => {
    for (const number of [1, 5, 12, 40, 108]) {
      const { report } = await interruptedAt(number);
      const { fail, unstable, broken } = report.counts;

      expect({ number, fail, unstable, broken }).toEqual({ number, fail: 0, unstable: 0, broken: 0 });
      expect(report.verdict).toBe('inconclusive');
    }
  });

  test('in the midst of confirming a failure, or of making it smaller, counts what was confirmed', async () => {
    const RULE = 'nicn/refuses-fewer-than-6-digits';
    const reads: ReferenceBehavior['normalizeRequest'] = (request) => ({ ...request, nicn: '424242' });
    const outcomes = new Set<string>();
    const selects = (id: string) => id === RULE || id.startsWith('sale/');
    for (let number = 8; number < 40; number += 2) {
      const { report } = await interruptedAt(number, { ...ONE_BY_ONE, selects, normalizeRequest: reads });
      const broken = report.rules.find(({ id }) => id === RULE);
      outcomes.add(String(broken?.outcome));

      expect(rulesThat(report, 'fail').filter((id) => id !== broken?.id)).toEqual([]);
      expect(report.verdict).toBe(broken?.outcome === 'fail' ? 'nonconformant' : 'inconclusive');
      if (broken?.outcome === 'fail' && report.interrupted)
        expect(report.summary).toContain('The run was interrupted.');
      if (broken?.outcome === 'unstable')
        expect(report.summary).toContain(`Failed, and not confirmed: ${RULE}.`);
    }
    expect([...outcomes].toSorted()).toEqual(['fail', 'skipped', 'unstable']);
  });

  test('while fees that differ are asked for again does not say that they vary', async () => {
    const prices: ReferenceBehavior['calculateFee'] = (request, moment) =>
      REFERENCE.calculateFee(request, moment) + ('country' in request ? 1 : 0);
    const selects = (id: string) => id.startsWith('country/');
    const reasons = new Set<string>();
    for (let number = 8; number < 32; number += 2) {
      const { report } = await interruptedAt(number, { ...ONE_BY_ONE, selects, calculateFee: prices });
      const rule = report.rules.find(({ id }) => id === 'country/defaults-to-840');
      reasons.add(`${rule?.outcome}: ${rule?.reason}`);
    }

    expect([...reasons].toSorted()).toEqual([
      expect.stringMatching(/^fail: expected without country the fee/),
      'skipped: not judged: the run was interrupted',
    ]);
  });
});

test('a replay that is interrupted judges nothing', async () => {
  await using server = await startReference();
  const rule = RULES.find(({ id }) => id === 'fee-request/accepts-required-fields-alone');
  const value = { amount: 1, nicn: '424242', region: '85004' };

  expect(await replay(rule!, value, deploymentOf(server.url), AbortSignal.abort())).toEqual({
    kind: 'not-judged',
    why: 'The run was interrupted before any rule could be judged.',
  });
});

const PLAIN: Partial<Deployment> = { several: undefined, regions: DEPLOYMENT_DEFAULTS.regions };

function limitsOf(overrides: Partial<Deployment>, effort: keyof typeof EFFORTS = 'standard', given = {}) {
  return runLimits(
    EFFORTS[effort],
    deploymentOf(new URL('http://127.0.0.1:1'), { ...PLAIN, ...overrides }),
    given,
  );
}

describe('the cap on requests', () => {
  test.each([
    ['quick', 120],
    ['standard', 2000],
    ['deep', 10_000],
  ] as const)('of %s is %d for one merchant, without prices', (effort, maxRequests) => {
    expect(limitsOf({}, effort)).toMatchObject({ maxRequests, freeRetries: maxRequests });
  });

  test('grows with what the deployment file asks to be judged, up to three times', () => {
    const { several } = deploymentOf(new URL('http://127.0.0.1:1'));
    const cards = (count: number) => Array.from({ length: count }, (_, n) => `42424242424242${n + 10}`);

    expect(limitsOf({ several }).maxRequests).toBe(2200);
    expect(limitsOf({ several, cards: cards(12) }).maxRequests).toBe(2600);
    expect(limitsOf({ several, cards: cards(1000) }).maxRequests).toBe(6000);
    expect(limitsOf({ several, cards: cards(1000) }, 'quick').maxRequests).toBe(120);
  });

  test('leaves room for the should rules where they decide the verdict', () => {
    expect(limitsOf({}, 'quick', { strict: true }).maxRequests).toBe(270);
    expect(limitsOf({}, 'standard', { strict: true }).maxRequests).toBe(2000);
    expect(limitsOf({}, 'quick', { strict: true, maxRequests: 60 }).maxRequests).toBe(60);
  });

  test('that is given is kept to, lower or higher, with all that is put off', () => {
    for (const maxRequests of [50, 20_000])
      expect(limitsOf({}, 'standard', { maxRequests })).toMatchObject({ maxRequests, freeRetries: 0 });
  });
});

describe('the time limit', () => {
  test('is that of the effort unless it is given', () => {
    expect(limitsOf({}, 'quick').maxTime).toBe(120_000);
    expect(limitsOf({}, 'deep').maxTime).toBe(3_600_000);
    expect(limitsOf({}, 'deep', { maxTime: 5000 }).maxTime).toBe(5000);
  });

  test('leaves time for a rate that is set', () => {
    expect(limitsOf({ limits: { ...DEPLOYMENT_DEFAULTS.limits, rate: 1 } }).maxTime).toBe(3_000_000);
  });
});

// Conclusions from several results: the reasons of rules that other rules block.

const BY: RuleId = 'fee-request/accepts-required-fields-alone';

function resultOf(id: RuleId, outcome: RuleOutcome): RuleResult {
  return { ...toResult(requiredWithSeveral, withoutRequests(outcome), 0), id };
}

function reasons(results: readonly RuleResult[]): readonly unknown[] {
  return nameCauses(results, [], {
    deployment: { one: {} as Deployment['one'], several: undefined },
    log: {
      findings: { isMixedUp: () => false, isOfAnother: () => false },
      history: { isOrdinary: () => true },
    },
  }).map(({ outcome }) => ('why' in outcome ? outcome.why : outcome.kind));
}

test('a rule that depends on one with a refused call does not say that a rule failed which passed', () => {
  const blocked: RuleOutcome = { kind: 'blocked', by: BY, why: 'a request that it needs was refused' };

  expect(
    reasons([
      resultOf(BY, { kind: 'pass' }),
      resultOf('processor/required-with-several', blocked),
      resultOf('processor/refuses-unknown', blockedBy(BY)),
    ]),
  ).toEqual(['pass', 'a request that it needs was refused', `a call that ${BY} judges was refused`]);
});
