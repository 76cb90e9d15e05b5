/** Finds rules and defects by id. */
import { RULE_IDS, suggestRule } from '../conformance/rule/selection.ts';
import { type AnyRuleId, CLIENT_RULE_IDS, type ClientRuleId } from '../src/contract/client-rule-ids.ts';
import { type BreakableRule, type DefectName, isObserved, type RuleId } from '../src/contract/rule-ids.ts';
import { variantsOf } from '../src/mock/behaviors/defects/index.ts';
import { nearest } from '../src/reading/nearest.ts';
import { UsageError } from './command.ts';

/** @throws UsageError that names the nearest rule */
export function findRule(id: string): RuleId {
  const rule = RULE_IDS.find((candidate) => candidate === id);
  if (rule !== undefined) return rule;
  throw new UsageError(`expected the id of a rule, got ${id}. ${suggestRule(id)}`);
}

/** Finds a rule on services or on clients. @throws UsageError that names the nearest rule */
export function findAnyRule(id: string): AnyRuleId {
  return findClientRule(id) ?? findRule(id);
}

function findClientRule(id: string): ClientRuleId | undefined {
  return CLIENT_RULE_IDS.find((candidate) => candidate === id);
}

/** A defect of the mock by the rule that it breaks, or by `RULE:variant`. @throws UsageError */
export function findDefect(name: string): DefectName {
  const [id = '', variant] = name.split(':');
  const rule = breakableRule(id);
  if (variant === undefined) return rule;
  const variants = variantsOf(rule);
  const defect = variants.find((known) => known === name);
  if (defect !== undefined) return defect;
  const meant = nearest(name, variants);
  throw new UsageError(
    variants.length === 0
      ? `expected ${rule}, which has no variants, got ${name}`
      : `expected a variant of ${rule}, got ${name}. ${meant === undefined ? `They are ${variants.join(', ')}` : `Did you mean ${meant}?`}`,
  );
}

/** A rule that a mock can break. @throws UsageError */
function breakableRule(id: string): BreakableRule {
  if (findClientRule(id) !== undefined)
    throw new UsageError(`expected a rule on services, got ${id}, which is on clients: no mock breaks it`);
  const rule = findRule(id);
  if (isObserved(rule))
    throw new UsageError(`${rule} is observed and never judged, so nothing breaks it: see --choose`);
  if (rule !== 'transport/https') return rule;
  throw new UsageError(`${rule} judges the address of a deployment: ${BY_ITS_ADDRESS}`);
}

/** The commands that show a rule failing: one for each of its defects. */
export function howToBreak(id: RuleId, command: string): readonly string[] {
  if (id === 'transport/https') return [BY_ITS_ADDRESS];
  const variants = isObserved(id) ? [] : variantsOf(id);

  return [id, ...variants].map((defect) => `${command} mock --defect ${defect}`);
}

const BY_ITS_ADDRESS = 'start a mock with --host 0.0.0.0 and judge it at the address of this machine';
