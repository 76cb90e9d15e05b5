/** Amounts are decimals: whole dollars, cents, less than a dollar, one decimal. */
import fc from 'fast-check';
import { accepts } from '../../patterns/accepts.ts';

const AMOUNTS = [19.99, 0.5, 100, 10.5, 0.99, 1, 249.95, 0.01, 1000, 4999.99, 33.33, 70.07];

export const acceptsDecimalAmounts = accepts({
  id: 'fee-request/accepts-decimal-amounts',
  section: '2.1',
  level: 'must',
  title: 'an amount may be whole dollars or have cents',
  tries:
    'Whole dollars, cents, one decimal, less than a dollar and ordinary sizes of orders, as far as the ' +
    "deployment file's amounts reach.",
  fix:
    'Take amount as a number of US dollars with or without decimals, not as whole dollars or whole ' +
    'cents only. Read it as an exact decimal: in binary floats 19.99 x 100 is no whole number, and a ' +
    'check for cents trips over it.',
  what: 'a decimal amount',
  requests: ({ baseline, deployment: { amounts } }) =>
    AMOUNTS.filter((amount) => amount >= amounts.min && amount <= amounts.max).map((amount) => ({
      ...baseline,
      amount,
    })),
  request: ({ baseline, amount }) =>
    fc.record({ amount, nicn: fc.constant(baseline.nicn), region: fc.constant(baseline.region) }),
});
