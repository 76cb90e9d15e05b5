/** All defects: one for each rule that a mock can break. */
import { BREAKABLE_RULES, type BreakableRule } from '../../../contract/rule-ids.ts';
import { nearest } from '../../../engine/reading/nearest.ts';
import type { Behavior } from '../../behavior.ts';
import { MockError } from '../../mock-error.ts';
import type { Defect } from './defect.ts';
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

const BY_GROUP: { readonly [R in BreakableRule]: Defect } = {
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

/** @throws MockError `unknown-defect` */
export function createDefects(rules: readonly BreakableRule[]): readonly Behavior[] {
  return rules.map((rule) => {
    if (Object.hasOwn(DEFECTS, rule)) return DEFECTS[rule].create();
    const meant = nearest(rule, BREAKABLE_RULES);
    const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
    throw new MockError(
      'unknown-defect',
      `defect: expected the id of a rule that a mock can break, got ${JSON.stringify(rule)}${hint}`,
    );
  });
}
