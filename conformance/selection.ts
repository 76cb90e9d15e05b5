/** Which rules are judged, by patterns of their ids. The only file that knows picomatch. */
import picomatch from 'picomatch';
import { MUST_RULES, OBSERVE_RULES, type RuleId, SHOULD_RULES } from '../src/contract/rule-ids.ts';
import { nearest } from '../src/engine/reading/nearest.ts';

/** Every rule there is, must rules first, and what is only observed last. */
export const RULE_IDS: readonly RuleId[] = [...MUST_RULES, ...SHOULD_RULES, ...OBSERVE_RULES];

/** A pattern selects nothing; the message names the nearest rule. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
  readonly code = 'selection';
}

/**
 * Whether a rule is selected: by any of the `only` patterns, if there are any, and by none of the `skip` ones.
 * `nicn` is short for `nicn/*`.
 *
 * @throws SelectionError where a pattern matches no rule
 */
export function selection(only: readonly string[], skip: readonly string[]): (id: RuleId) => boolean {
  const [wanted, unwanted] = [only, skip].map((patterns) => patterns.map(toMatcher));

  return (id) =>
    (wanted?.length === 0 || wanted?.some((matches) => matches(id)) === true) &&
    unwanted?.some((matches) => matches(id)) !== true;
}

function toMatcher(pattern: string): (id: string) => boolean {
  const matches = picomatch(pattern.includes('/') ? pattern : `${pattern}/*`);
  if (RULE_IDS.some((id) => matches(id))) return matches;
  throw new SelectionError(`expected a pattern that selects a rule, got ${pattern}. ${suggestRule(pattern)}`);
}

/** Which rule somebody meant, in a sentence. */
export function suggestRule(typed: unknown): string {
  const meant = nearest(typed, RULE_IDS);

  return meant === undefined ? 'The command tollgate rules lists them.' : `Did you mean ${meant}?`;
}
