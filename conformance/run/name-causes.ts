/** One defect, one name: which failures are but another's shadow. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Rule } from '../rule.ts';
import type { RuleResult } from './outcome.ts';

/** What can make a rule fail in company that holds when it is asked alone. */
const CAUSES_OF_UNREST: readonly RuleId[] = [
  'identity/concurrent-updates-keep-stxid',
  'identity/outlives-other-traffic',
  'identity/state-machine',
];

/**
 * A failure that did not repeat alone is put down to what was found to go wrong in company,
 * and one of a rule that rests on a rule which turned out to fail only later, to that rule.
 */
export function nameCauses(results: readonly RuleResult[], rules: readonly Rule[]): readonly RuleResult[] {
  const failed = new Set(results.filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id));
  const unrest = CAUSES_OF_UNREST.find((id) => failed.has(id));

  return results.map((result) => {
    const { kind } = result.outcome;
    const by =
      restsOn(result.id, rules).find((id) => failed.has(id)) ?? (kind === 'unstable' ? unrest : undefined);
    if (by === undefined || (kind !== 'fail' && kind !== 'unstable')) return result;

    return { ...result, outcome: { kind: 'blocked', by, why: `it rests on ${by}, which failed` } };
  });
}

/** The rules that this one rests on, by way of whatever others. */
function restsOn(id: RuleId, rules: readonly Rule[]): readonly RuleId[] {
  const after = rules.find((rule) => rule.id === id)?.after ?? [];

  return [...after, ...after.flatMap((other) => restsOn(other, rules))];
}
