/** The rules on multi-pay: `amount` is a part of `totalAmount`. Whether it may be all of it is a choice. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { accepts, walks } from '../../rule/patterns/accepts.ts';
import { needsMultiPay } from '../../rule/patterns/open.ts';
import { refuses } from '../../rule/patterns/refuses.ts';
import { requires } from '../../rule/rule.ts';

export const acceptsPartOfTotal = accepts({
  id: 'multi-pay/accepts-part-of-total',
  section: '2.1',
  title: 'an amount below totalAmount is accepted',
  tries: 'Amounts below totalAmount by a cent and by far, in first calls and updates.',
  fix: 'Accept every amount below totalAmount, and compare the two in cents.',
  lookAlikes: ['equal-total=refuse'],
  dependsOn: ['fee-request/accepts-each-optional-field', 'fee-request/accepts-decimal-amounts'],
  what: 'an amount that is a part of totalAmount',
  missing: needsMultiPay,
  requests(context) {
    const { baseline, deployment } = context;
    const { amounts } = deployment;
    const [cents, most] = [baseline.amount * 100, baseline.amount];
    const part = (amount: number, totalAmount: number) => ({
      ...baseline,
      amount: Math.max(amounts.min, 0.01, Math.round(amount) / 100),
      totalAmount,
    });
    const uneven = Math.max(amounts.min, 0.01, Math.round(cents - 37) / 100);

    const isPart = (request: FeeRequest) => request.amount < (request.totalAmount ?? 0);

    return [
      ...[0.5, 0.25, 0.01].map((share) => part(cents * share, most)),
      part(cents - 1, most),
      part((uneven * 100) / 2, uneven),
      part(uneven * 100 - 1, uneven),
      ...walks(context, ...[part(cents - 1, most)].filter(isPart)),
    ].filter((call) => 'request' in call || isPart(call));
  },
  request: ({ baseline, data: { plainAmount } }) =>
    fc
      .record({
        amount: plainAmount,
        totalAmount: plainAmount,
        nicn: fc.constant(baseline.nicn),
        region: fc.constant(baseline.region),
      })
      .filter((request) => request.amount < request.totalAmount),
});

/** The total tried is half or less, since a difference of a cent may be rounding. */
export const refusesPartOverTotal = refuses({
  id: 'multi-pay/refuses-part-over-total',
  section: '2.1',
  title: 'an amount over totalAmount is refused',
  tries: 'A totalAmount of half the amount and of a tenth.',
  fix: 'Where totalAmount is given, compare amount with it, and refuse the call where amount is larger.',
  inTraffic: requires('amount'),
  dependsOn: ['multi-pay/accepts-part-of-total'],
  missing: needsMultiPay,
  wrong: ({ amount, totalAmount }) =>
    typeof amount === 'number' && typeof totalAmount === 'number' && totalAmount <= amount / 2
      ? `with a totalAmount of ${totalAmount} for an amount of ${amount}`
      : undefined,
  edits: ({ baseline: { amount } }) =>
    [0.5, 0.1].map((share) => ({ totalAmount: Math.floor(amount * share * 100) / 100 })),
});
