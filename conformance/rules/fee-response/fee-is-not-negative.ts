/** A fee is zero or more. */
import { respondsWithFee } from '../../rule/patterns/responds.ts';

export const feeIsNotNegative = respondsWithFee({
  id: 'fee-response/fee-is-not-negative',
  title: 'a fee is never negative',
  tries: 'All fees of the run.',
  fix: 'Make sure that a cap, a discount or another deduction cannot take a fee below 0.',
  expected: 'a fee of zero or more',
  isRight: (usd) => usd >= 0,
});
