/** Rules by what was typed: an exact id, or a pattern that selects several. */
import picomatch from 'picomatch';
import { MUST_RULES, type MustRule, type RuleId, SHOULD_RULES } from '../contract/rule-ids.ts';
import { nearest } from '../engine/reading/nearest.ts';
import { UsageError } from './command.ts';

const ALL: readonly RuleId[] = [...MUST_RULES, ...SHOULD_RULES];

/** @throws UsageError that names the nearest rule */
export function knownRule(id: string, level: 'must'): MustRule;
export function knownRule(id: string, level: 'any'): RuleId;
export function knownRule(id: string, level: 'must' | 'any'): RuleId {
  const rules: readonly RuleId[] = level === 'must' ? MUST_RULES : ALL;
  const rule = rules.find((candidate) => candidate === id);
  if (rule !== undefined) return rule;
  throw new UsageError(
    `expected the id of a ${level === 'must' ? 'must ' : ''}rule, got ${id}. ${suggest(id, rules)}`,
  );
}

/**
 * Whether a rule is selected: by any of the `only` patterns, if there are any, and by none of the `skip` ones.
 * `nicn` is short for `nicn/*`.
 *
 * @throws UsageError where a pattern matches no rule
 */
export function selection(only: readonly string[], skip: readonly string[]): (id: RuleId) => boolean {
  const [wanted, unwanted] = [only, skip].map((patterns) => patterns.map(toMatcher));

  return (id) =>
    (wanted?.length === 0 || wanted?.some((matches) => matches(id)) === true) &&
    unwanted?.some((matches) => matches(id)) !== true;
}

function toMatcher(pattern: string): (id: string) => boolean {
  const matches = picomatch(pattern.includes('/') ? pattern : `${pattern}/*`);
  if (ALL.some((id) => matches(id))) return matches;
  throw new UsageError(`expected a pattern that selects a rule, got ${pattern}. ${suggest(pattern, ALL)}`);
}

function suggest(typed: string, known: readonly string[]): string {
  const meant = nearest(typed, known);

  return meant === undefined ? 'The command tollgate rules lists them.' : `Did you mean ${meant}?`;
}
