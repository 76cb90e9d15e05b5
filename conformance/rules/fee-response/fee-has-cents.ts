/** US dollars have cents and nothing smaller. How many zeros follow them is a choice. */
import { priced } from '../../patterns/priced.ts';

export const feeHasCents = priced({
  id: 'fee-response/fee-has-cents',
  title: 'a fee has at most two decimals',
  tries: 'The fees of this rule and of all others. How many zeros follow is a choice.',
  fix:
    'Round the fee once, at the end, to two decimals, and calculate in exact decimals: sums of binary ' +
    'floats end in digits such as 2.4299999999999997.',
  expected: 'a fee of at most two decimals',
  isFine: (usd) => Number(usd.toFixed(2)) === usd,
});
