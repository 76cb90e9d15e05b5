/** A rule by the id that was typed. */
import { RULE_IDS, suggestRule } from '../../conformance/selection.ts';
import { type BreakableRule, isObserved, type RuleId } from '../contract/rule-ids.ts';
import { UsageError } from './command.ts';

/** @throws UsageError that names the nearest rule */
export function knownRule(id: string): RuleId {
  const rule = RULE_IDS.find((candidate) => candidate === id);
  if (rule !== undefined) return rule;
  throw new UsageError(`expected the id of a rule, got ${id}. ${suggestRule(id)}`);
}

/** A rule that a mock can break by what it does. @throws UsageError */
export function breakableRule(id: string): BreakableRule {
  const rule = knownRule(id);
  if (isObserved(rule))
    throw new UsageError(`${rule} is observed and never judged, so nothing breaks it: see --choose`);
  if (rule !== 'transport/https') return rule;
  throw new UsageError(`${rule} is about where a deployment is reached: ${BY_ITS_ADDRESS}`);
}

/** How to see a rule fail that is judged. */
export function howToBreak(id: RuleId, command: string): string {
  return id === 'transport/https' ? BY_ITS_ADDRESS : `${command} mock --defect ${id}`;
}

const BY_ITS_ADDRESS = 'start a mock with --host 0.0.0.0 and judge it by the address of this machine';
