/** Nobody pays less than nothing. Whether nothing may be paid is a choice. */
import { refuses } from '../../patterns/refuses.ts';

export const refusesNegativeAmount = refuses({
  id: 'fee-request/refuses-negative-amount',
  section: '2.1',
  level: 'should',
  title: 'a negative amount is refused',
  edits: ({ baseline }) =>
    [-baseline.amount, -0.01, -1, -1_000_000].map((amount) => ({
      edit: `with an amount of ${amount}`,
      base: { ...baseline },
      body: { ...baseline, amount },
    })),
});
