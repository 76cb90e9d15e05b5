/** A part is no more than its total. Half as much and less is asked for, since a cent more may come of rounding. */
import { refuses } from '../../patterns/refuses.ts';

export const refusesPartOverTotal = refuses({
  id: 'multi-pay/refuses-part-over-total',
  section: '2.1',
  level: 'should',
  title: 'an amount over totalAmount is refused',
  tries:
    'A totalAmount of half the amount and of a tenth. Left out where the deployment file says that ' +
    'there is no multi-pay.',
  fix:
    'Compare amount with totalAmount where that is given, and refuse the call where the part is more ' +
    'than the whole.',
  after: ['multi-pay/accepts-part-of-total'],
  lacks: ({ deployment: { multiPay } }) =>
    multiPay ? undefined : 'the deployment file says that there is no multi-pay',
  edits: ({ baseline }) =>
    [0.5, 0.1].map((share) => {
      const totalAmount = Math.floor(baseline.amount * share * 100) / 100;

      return {
        edit: `with a totalAmount of ${totalAmount} for an amount of ${baseline.amount}`,
        base: { ...baseline, totalAmount: baseline.amount },
        body: { ...baseline, totalAmount },
      };
    }),
});
