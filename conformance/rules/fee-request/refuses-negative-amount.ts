/** Nobody pays less than nothing. Whether nothing may be paid is a choice. */
import { refuses } from '../../patterns/refuses.ts';

export const refusesNegativeAmount = refuses({
  id: 'fee-request/refuses-negative-amount',
  section: '2.1',
  level: 'should',
  title: 'a negative amount is refused',
  tries: 'Cents, dollars and a million below 0.',
  fix: 'Refuse an amount below 0. Whether 0 is taken is a choice.',
  edits: ({ baseline }) =>
    [-baseline.amount, -0.01, -1, -1_000_000].map((amount) => ({
      edit: `with an amount of ${amount}`,
      base: { ...baseline },
      body: { ...baseline, amount },
    })),
});
