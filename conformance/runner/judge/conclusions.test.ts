/** Conclusions from several results: the reasons of rules that other rules block. */
import { expect, test } from 'vitest';
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { requiredWithSeveral } from '../../rules/processor/required-with-several.ts';
import { blockedBy, type Outcome, type RuleResult, toResult, withoutRequests } from '../outcome.ts';
import { nameCauses } from './conclusions.ts';

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
