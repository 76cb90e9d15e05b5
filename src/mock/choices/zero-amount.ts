/** What becomes of an amount of 0. */

import { objectingToAmounts } from '../choosing/amounts.ts';
import { asEver, choice } from '../choosing/choice.ts';

export const zeroAmount = choice('zero-amount', {
  take: asEver,
  refuse: objectingToAmounts(['amount'], (usd) => (usd === 0 ? 'more than 0 US dollars' : undefined)),
});
