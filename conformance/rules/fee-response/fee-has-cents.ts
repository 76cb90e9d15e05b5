/** US dollars have cents and nothing smaller. How many zeros follow them is a choice. */
import { priced } from '../../patterns/priced.ts';

export const feeHasCents = priced({
  id: 'fee-response/fee-has-cents',
  title: 'a fee has at most two decimals',
  expected: 'a fee of at most two decimals',
  isFine: (usd) => Number(usd.toFixed(2)) === usd,
});
