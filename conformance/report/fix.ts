/** What to do about a failure, as its rule says it: the same for every server, so no part of the report in JSON. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { RULES } from '../rules/index.ts';

/** Undefined for what is observed. */
export function fixOf(id: RuleId): string | undefined {
  return RULES.find((rule) => rule.id === id)?.fix;
}

/** As a line of its own among those of a failure; none for what is observed. */
export function fixLine(id: RuleId): readonly string[] {
  const fix = fixOf(id);

  return fix === undefined ? [] : [`fix:      ${fix}`];
}
