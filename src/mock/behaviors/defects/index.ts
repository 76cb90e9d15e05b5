/** All defects: one for each rule that a mock can break. */
import { BREAKABLE_RULES, type BreakableRule, type DefectName } from '../../../contract/rule-ids.ts';
import { nearest } from '../../../reading/nearest.ts';
import type { Behavior } from '../../behavior.ts';
import { MockError } from '../../mock-error.ts';
import type { Defect, RuleDefect } from './defect.ts';
import { FEE_REQUEST_DEFECTS } from './fee-request.ts';
import { FEE_RESPONSE_DEFECTS } from './fee-response.ts';
import { HTTP_DEFECTS } from './http.ts';
import { IDENTITY_DEFECTS } from './identity.ts';
import { NICN_DEFECTS } from './nicn.ts';
import { PRICING_DEFECTS } from './pricing.ts';
import { PROCESSOR_DEFECTS } from './processor.ts';
import { REGION_DEFECTS } from './region.ts';
import { ROBUSTNESS_DEFECTS } from './robustness.ts';
import { SALE_DEFECTS } from './sale.ts';

const BY_GROUP: { readonly [R in BreakableRule]: RuleDefect } = {
  ...FEE_REQUEST_DEFECTS,
  ...NICN_DEFECTS,
  ...REGION_DEFECTS,
  ...PROCESSOR_DEFECTS,
  ...PRICING_DEFECTS,
  ...FEE_RESPONSE_DEFECTS,
  ...IDENTITY_DEFECTS,
  ...SALE_DEFECTS,
  ...ROBUSTNESS_DEFECTS,
  ...HTTP_DEFECTS,
};

/** In the order of the rules. */
export const DEFECTS = Object.fromEntries(
  BREAKABLE_RULES.map((rule) => [rule, BY_GROUP[rule]]),
) as typeof BY_GROUP;

/** Each defect by its name: the rules', each followed by its variants. */
const BY_NAME: ReadonlyMap<string, Defect> = new Map(
  BREAKABLE_RULES.flatMap((rule): readonly (readonly [string, Defect])[] => {
    const { variants = {}, ...defect } = DEFECTS[rule];
    const others = Object.entries(variants).map(([name, variant]) => [`${rule}:${name}`, variant] as const);

    return [[rule, defect], ...others];
  }),
);

export const DEFECT_NAMES = [...BY_NAME.keys()] as readonly DefectName[];

/** The variants of the defect of a rule. */
export function variantsOf(rule: BreakableRule): readonly DefectName[] {
  return DEFECT_NAMES.filter((name) => name.startsWith(`${rule}:`));
}

/** What the mock does wrong: completes "the mock ...". */
export function describeDefect(name: DefectName): string | undefined {
  return BY_NAME.get(name)?.summary;
}

/** @throws MockError `unknown-defect` */
export function createDefects(names: readonly DefectName[]): readonly Behavior[] {
  return names.map((name) => {
    const defect = BY_NAME.get(name);
    if (defect !== undefined) return defect.create();
    const meant = nearest(name, DEFECT_NAMES);
    const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
    throw new MockError(
      'unknown-defect',
      `defect: expected the id of a rule that a mock can break, got ${JSON.stringify(name)}${hint}`,
    );
  });
}
