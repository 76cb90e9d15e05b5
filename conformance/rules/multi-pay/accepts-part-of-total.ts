/** In multi-pay the amount is a part of the total, and the last part may be all of it. */
import fc from 'fast-check';
import { accepts } from '../../patterns/accepts.ts';

export const acceptsPartOfTotal = accepts({
  id: 'multi-pay/accepts-part-of-total',
  section: '2.1',
  level: 'must',
  title: 'an amount up to totalAmount is accepted',
  tries:
    'Amounts below totalAmount and equal to it, with uneven cents too. Left out where the deployment ' +
    'file says that there is no multi-pay.',
  fix: 'Accept every amount up to totalAmount, all of it too, and compare the two in cents.',
  after: ['fee-request/accepts-each-optional-field', 'fee-request/accepts-decimal-amounts'],
  what: 'an amount that is a part of totalAmount',
  lacks: ({ deployment: { multiPay } }) =>
    multiPay ? undefined : 'the deployment file says that there is no multi-pay',
  requests: ({ baseline, deployment: { amounts } }) => {
    const [cents, most] = [baseline.amount * 100, baseline.amount];
    const part = (amount: number, totalAmount: number) => ({
      ...baseline,
      amount: Math.max(amounts.min, 0.01, Math.round(amount) / 100),
      totalAmount,
    });
    const uneven = Math.max(amounts.min, 0.01, Math.round(cents - 37) / 100);

    return [
      ...[1, 0.5, 0.25, 0.01].map((share) => part(cents * share, most)),
      part(cents - 1, most),
      part(uneven * 100, uneven),
      part((uneven * 100) / 2, uneven),
    ];
  },
  request: ({ baseline, plainAmount }) =>
    fc
      .record({
        amount: plainAmount,
        totalAmount: plainAmount,
        nicn: fc.constant(baseline.nicn),
        region: fc.constant(baseline.region),
      })
      .filter((request) => request.amount <= request.totalAmount),
});
