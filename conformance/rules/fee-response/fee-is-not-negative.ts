/** A fee is asked, not given; zero is a fee. */
import { priced } from '../../patterns/priced.ts';

export const feeIsNotNegative = priced({
  id: 'fee-response/fee-is-not-negative',
  title: 'a fee is never negative',
  expected: 'a fee of zero or more',
  isFine: (usd) => usd >= 0,
});
