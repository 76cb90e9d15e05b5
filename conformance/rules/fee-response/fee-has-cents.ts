/** A fee has at most two decimals; the number of trailing zeros is a choice. */

import { hasWholeCents } from '../../rule/arbitraries/amount.ts';
import { respondsWithFee } from '../../rule/patterns/responds.ts';

export const feeHasCents = respondsWithFee({
  id: 'fee-response/fee-has-cents',
  title: 'a fee has at most two decimals',
  tries: 'All fees of the run. Trailing zeros do not matter.',
  fix:
    'Calculate in exact decimals, and round the fee to two decimals once, at the end: sums of binary floats end ' +
    'in digits such as 2.4299999999999997.',
  lookAlikes: ['number-form=six-decimals'],
  expected: 'a fee of at most two decimals',
  isRight: hasWholeCents,
});
