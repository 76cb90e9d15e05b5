/** A negative amount is refused. Whether an amount of 0 is accepted is a choice. */
import { inUpdates, refuses } from '../../rule/patterns/refuses.ts';
import { requires } from '../../rule/rule.ts';

export const refusesNegativeAmount = refuses({
  id: 'fee-request/refuses-negative-amount',
  section: '2.1',
  title: 'a negative amount is refused',
  tries: 'Cents, dollars and a million below 0.',
  fix: 'Refuse an amount below 0. Whether 0 is accepted is a choice.',
  inTraffic: requires('amount'),
  lookAlikes: ['zero-amount=take'],
  wrong: ({ amount }) =>
    typeof amount === 'number' && amount < 0 ? `with an amount of ${amount}` : undefined,
  edits: ({ baseline: { amount } }) => [
    ...[-amount, -0.01, -1_000_000].map((negative) => ({ amount: negative })),
    // Which is below its total.
    { amount: -1, totalAmount: amount },
  ],
  placed: (context) => inUpdates(context, [{ amount: -context.baseline.amount }]),
});
