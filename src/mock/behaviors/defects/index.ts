/** All defects: one for each rule that a mock can break, and others that break the same rule elsewhere. */
import { BREAKABLE_RULES, type BreakableRule, type DefectName } from '../../../contract/rule-ids.ts';
import { nearest } from '../../../reading/nearest.ts';
import type { Behavior } from '../../behavior.ts';
import { MockError } from '../../mock-error.ts';
import { DEFECTS } from './catalogue.ts';
import { inPlace, withPositions } from './defect.ts';

/** Each defect by its name, in the order of the rules: each rule, followed by `RULE:LABEL`. */
const BY_NAME: ReadonlyMap<DefectName, () => Behavior> = new Map(
  BREAKABLE_RULES.flatMap((rule) =>
    Object.entries(DEFECTS[rule]).map(([label, change]): [DefectName, () => Behavior] => [
      label === '' ? rule : `${rule}:${label}`,
      () => withPositions(inPlace(label, change), rule),
    ]),
  ),
);

export const DEFECT_NAMES = [...BY_NAME.keys()];

/** The variants of the defect of a rule. */
export function variantsOf(rule: BreakableRule): readonly DefectName[] {
  return DEFECT_NAMES.filter((name) => name.startsWith(`${rule}:`));
}

/** @throws MockError `unknown-defect` */
export function createDefects(names: readonly DefectName[]): readonly Behavior[] {
  return names.map((name) => {
    const create = BY_NAME.get(name);
    if (create !== undefined) return create();
    const meant = nearest(String(name), DEFECT_NAMES);
    const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
    const problem = `expected the id of a rule that a mock can break, got ${JSON.stringify(name)}${hint}`;
    throw new MockError('unknown-defect', `defect: ${problem}`);
  });
}
