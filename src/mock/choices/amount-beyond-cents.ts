/** What becomes of an amount with more than two decimals. */
import { objectingToAmounts, toCents } from '../choosing/amounts.ts';
import { asEver, choice } from '../choosing/choice.ts';
import { readingFields } from '../choosing/stations.ts';

const AMOUNTS = ['amount', 'totalAmount'] as const;

export const amountBeyondCents = choice('amount-beyond-cents', {
  take: asEver,

  round: readingFields((fields, operation) => {
    if (operation !== 'calculateFee') return fields;
    const rounded = AMOUNTS.flatMap((name) => {
      const usd = fields[name];

      return typeof usd === 'number' ? [[name, toCents(usd)]] : [];
    });

    return { ...fields, ...Object.fromEntries(rounded) };
  }),

  refuse: objectingToAmounts(AMOUNTS, (usd) =>
    toCents(usd) === usd ? undefined : 'US dollars with at most two decimals',
  ),
});
