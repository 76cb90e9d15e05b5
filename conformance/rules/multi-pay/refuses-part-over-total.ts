/** An amount is at most its total. The total tried is half or less, since a difference of a cent may be rounding. */

import { isFeeCall } from '../../rule/exchange.ts';
import { expectRefusal } from '../../rule/observers.ts';
import { refuses } from '../../rule/patterns/refuses.ts';
import { needsMultiPay } from '../../rule/patterns/values.ts';

export const refusesPartOverTotal = refuses({
  id: 'multi-pay/refuses-part-over-total',
  section: '2.1',
  level: 'should',
  title: 'an amount over totalAmount is refused',
  tries:
    'A totalAmount of half the amount and of a tenth. Not tried where the deployment file says that ' +
    'there is no multi-pay.',
  fix: 'Where totalAmount is given, compare amount with it, and refuse the call where amount is larger.',
  dependsOn: ['multi-pay/accepts-part-of-total'],
  missing: needsMultiPay,
  judge(exchange) {
    const { amount, totalAmount } = exchange.fields ?? {};
    if (!isFeeCall(exchange) || typeof amount !== 'number' || typeof totalAmount !== 'number')
      return undefined;
    if (totalAmount > amount / 2) return undefined;

    return expectRefusal(
      exchange,
      `a fee call with a totalAmount of ${totalAmount} for an amount of ${amount}`,
    );
  },
  edits: ({ baseline: { amount } }) =>
    [0.5, 0.1].map((share) => ({ totalAmount: Math.floor(amount * share * 100) / 100 })),
});
