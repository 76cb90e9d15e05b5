/** The last call of a script: a valid one, which the calls before it may have spoilt. */
import type { RuleContext } from '../context.ts';
import { type Expectation, fee, type ScriptCall } from '../script.ts';

/** Its fee is compared only where the deployment repeats fees. */
export function stillPriced(
  { baseline, traits }: RuleContext,
  { feeOf, ...still }: Pick<Expectation, 'still' | 'feeOf'>,
  identifiers: { readonly sTxId?: string; readonly mTxId?: string } = {},
): ScriptCall {
  return fee(
    { ...baseline, ...identifiers },
    { expects: { ...still, ...(feeOf !== undefined && traits.feesRepeat() ? { feeOf } : {}) } },
  );
}
