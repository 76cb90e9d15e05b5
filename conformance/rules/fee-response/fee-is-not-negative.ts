/** A fee is asked, not given; zero is a fee. */
import { priced } from '../../patterns/priced.ts';

export const feeIsNotNegative = priced({
  id: 'fee-response/fee-is-not-negative',
  title: 'a fee is never negative',
  tries: 'The fees of this rule and of all others.',
  fix: 'Let nothing that is taken off a fee, such as a cap or a discount, bring it below 0.',
  expected: 'a fee of zero or more',
  isFine: (usd) => usd >= 0,
});
