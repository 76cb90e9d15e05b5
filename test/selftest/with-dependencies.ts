/** Selects one rule and those that it depends on, so that a run judges no others. */

import { RULES } from '../../conformance/rules/index.gen.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';

/** The rule, and every rule that it depends on, directly or not. */
export function withDependencies(id: RuleId): (candidate: RuleId) => boolean {
  const selected = new Set<RuleId>([id]);
  for (const rule of selected)
    for (const dependency of RULES.find((known) => known.id === rule)?.dependsOn ?? [])
      selected.add(dependency);

  return (candidate) => selected.has(candidate);
}
