import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../deployment/deployment.ts';
import { requiredWithSeveral } from '../rules/processor/required-with-several.ts';
import { EFFORTS, runLimits } from './effort.ts';
import { nameCauses } from './judge/conclusions.ts';
import { blockedBy, type Outcome, type RuleResult, toResult, withoutRequests } from './outcome.ts';

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
    expect(limitsOf({}, 'quick', { strict: true }).maxRequests).toBe(240);
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

function resultOf(id: RuleId, outcome: Outcome): RuleResult {
  return { ...toResult(requiredWithSeveral, withoutRequests(outcome), 0), id };
}

function reasons(results: readonly RuleResult[]): readonly unknown[] {
  return nameCauses(results, [], { one: {} as Deployment['one'], several: undefined }).map(({ outcome }) =>
    'why' in outcome ? outcome.why : outcome.kind,
  );
}

test('a rule that depends on one with a refused call does not say that a rule failed which passed', () => {
  const blocked: Outcome = { kind: 'blocked', by: BY, why: 'a request that it needs was refused' };

  expect(
    reasons([
      resultOf(BY, { kind: 'pass' }),
      resultOf('processor/required-with-several', blocked),
      resultOf('processor/refuses-unknown', blockedBy(BY)),
    ]),
  ).toEqual([
    'pass',
    'a request that it needs was refused',
    'it depends on processor/required-with-several, which was not judged: a request that it needs was refused',
  ]);
});
