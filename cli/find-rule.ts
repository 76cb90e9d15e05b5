/** Finds rules and defects by id. */
import { RULE_IDS, suggestRule } from '../conformance/rule/selection.ts';
import { type AnyRuleId, CLIENT_RULE_IDS } from '../src/contract/client-rule-ids.ts';
import { type DefectName, isObserved, type RuleId } from '../src/contract/rule-ids.ts';
import { DEFECT_NAMES, variantsOf } from '../src/mock/behaviors/defects/index.ts';
import { UsageError } from './command.ts';

/** @throws UsageError that names the nearest rule */
export function findRule(id: string): RuleId {
  const rule = RULE_IDS.find((candidate) => candidate === id);
  if (rule !== undefined) return rule;
  throw new UsageError(`expected the id of a rule, got ${id}. ${suggestRule(id)}`);
}

/** Finds a rule on services or on clients. @throws UsageError that names the nearest rule */
export function findAnyRule(id: string): AnyRuleId {
  return CLIENT_RULE_IDS.find((candidate) => candidate === id) ?? findRule(id);
}

/** The defect of --defect: by the rule that it breaks, or by `RULE:variant`. @throws UsageError that names the nearest one */
export function findDefect(name: string): DefectName {
  const defect = DEFECT_NAMES.find((known) => known === name);
  if (defect !== undefined) return defect;
  if (name === 'transport/https') throw new UsageError(`--defect: ${name}: ${BY_ITS_ADDRESS}`);
  throw new UsageError(
    `--defect: expected a rule that a mock can break, or a variant of one, got ${name} (tollgate rules RULE lists those of a rule)`,
    { typed: name, names: DEFECT_NAMES },
  );
}

/** The commands that show a rule failing: one for each of its defects. */
export function howToBreak(id: RuleId, command: string): readonly string[] {
  if (id === 'transport/https') return [BY_ITS_ADDRESS];
  const variants = isObserved(id) ? [] : variantsOf(id);

  return [id, ...variants].map((defect) => `${command} mock --defect ${defect}`);
}

const BY_ITS_ADDRESS = 'start a mock with --host 0.0.0.0 and judge it at the address of this machine';
