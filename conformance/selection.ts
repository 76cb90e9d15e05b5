/** Which rules are judged, by patterns of their ids. */
import { MUST_RULES, OBSERVE_RULES, type RuleId, SHOULD_RULES } from '../src/contract/rule-ids.ts';
import { matcherAmong, suggest } from './glob.ts';

/** Every rule there is, must rules first, and what is only observed last. */
export const RULE_IDS: readonly RuleId[] = [...MUST_RULES, ...SHOULD_RULES, ...OBSERVE_RULES];

export { SelectionError } from './glob.ts';

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
  return matcherAmong({ names: RULE_IDS, what: 'a rule', list: LIST }, pattern);
}

/** Which rule somebody meant, in a sentence. */
export function suggestRule(typed: unknown): string {
  return suggest(typed, RULE_IDS, LIST);
}

const LIST = 'The command tollgate rules lists them.';
