/** Amounts are decimals: whole dollars, one or two decimals, less than a dollar. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { accepts, inEveryPosition } from '../../rule/patterns/accepts.ts';

const AMOUNTS = [19.99, 0.07, 100, 10.5, 0.99, 1, 249.95, 0.01, 1000, 4999.9, 33.33, 70.07];
/** The one of them that is written as `100.0`. The baseline has a whole amount without decimals. */
const AS_FLOAT = 100;
/** Those of them that services refuse in some positions only. In binary floats 0.07 x 100 is not a whole number. */
const WALKED = [0.07, 4999.9];

export const acceptsDecimalAmounts = accepts({
  id: 'fee-request/accepts-decimal-amounts',
  section: '2.1',
  level: 'must',
  title: 'an amount may be whole dollars or have cents',
  tries:
    'Whole dollars, also written as `100.0`, cents, one decimal, less than a dollar and common order totals, within ' +
    'the amounts of the deployment file, in first calls and updates.',
  fix:
    'Accept amount as a number of US dollars with or without decimals, not only as whole dollars or whole ' +
    'cents. Parse it as an exact decimal: in binary floats 19.99 x 100 is not a whole number, which fails ' +
    'a check for cents.',
  lookAlikes: ['amount-beyond-cents=refuse', 'largest-amount=10000'],
  what: 'a decimal amount',
  requests(context) {
    const { baseline, deployment } = context;
    const { min, max } = deployment.amounts;
    const requests = AMOUNTS.filter((amount) => amount >= min && amount <= max).map((amount) => ({
      ...baseline,
      amount,
    }));
    const isFloat = ({ amount }: FeeRequest) => amount === AS_FLOAT;

    return [
      ...requests.map((request) => (isFloat(request) ? { request, hasFloat: true as const } : request)),
      ...inEveryPosition(context, ...requests.filter(({ amount }) => WALKED.includes(amount))),
    ];
  },
  request: ({ baseline, data: { amount } }) =>
    fc.record({ amount, nicn: fc.constant(baseline.nicn), region: fc.constant(baseline.region) }),
});
