/** Rules by what was typed: an exact id, or a pattern that selects several. */
import picomatch from 'picomatch';
import { type BreakableRule, MUST_RULES, type RuleId, SHOULD_RULES } from '../contract/rule-ids.ts';
import { nearest } from '../engine/reading/nearest.ts';
import { UsageError } from './command.ts';

const ALL: readonly RuleId[] = [...MUST_RULES, ...SHOULD_RULES];

/** @throws UsageError that names the nearest rule */
export function knownRule(id: string): RuleId {
  const rule = ALL.find((candidate) => candidate === id);
  if (rule !== undefined) return rule;
  throw new UsageError(`expected the id of a rule, got ${id}. ${suggest(id, ALL)}`);
}

/** A rule that a mock can break by what it does. @throws UsageError */
export function breakableRule(id: string): BreakableRule {
  const rule = knownRule(id);
  if (rule !== 'transport/https') return rule;
  throw new UsageError(`${rule} is about where a deployment is reached: ${BY_ITS_ADDRESS}`);
}

/** How to see a rule fail. */
export function howToBreak(id: RuleId, command: string): string {
  return id === 'transport/https' ? BY_ITS_ADDRESS : `${command} mock --defect ${id}`;
}

const BY_ITS_ADDRESS = 'start a mock with --host 0.0.0.0 and judge it by the address of this machine';

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
