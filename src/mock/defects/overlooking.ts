/** Taking what should be refused. */
import type { RuleId } from '../../contract/rule-ids.ts';
import type { Fields, Hooks } from './defect.ts';

/** Hooks that overlook that the rule is broken, and give the handler these fields where the request has none. */
export function overlooking(rule: RuleId, standIns: Fields = {}): () => Hooks {
  return () => ({
    violations: (found) => found.filter((violation) => violation.rule !== rule),
    request: (request) => ({ ...standIns, ...request }),
  });
}
