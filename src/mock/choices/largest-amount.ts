/** The largest amount taken, in US dollars. */
import { objectingToAmounts } from '../choosing/amounts.ts';
import { asEver, choice } from '../choosing/choice.ts';

export const largestAmount = choice('largest-amount', {
  any: asEver,
  '1000000': upTo(1_000_000),
  '100000': upTo(100_000),
  '10000': upTo(10_000),
});

function upTo(most: number) {
  return objectingToAmounts(['amount', 'totalAmount'], (usd) =>
    usd > most ? `at most ${most} US dollars` : undefined,
  );
}
