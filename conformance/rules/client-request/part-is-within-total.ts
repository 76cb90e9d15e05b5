/** In a multi-pay request the amount is a part of totalAmount. */
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const partIsWithinTotal: ClientRule = {
  id: 'client-request/part-is-within-total',
  section: '2.1',
  level: 'must',
  title: 'amount is at most totalAmount',
  fix: 'Send in amount what this card pays, and in totalAmount the total of all cards.',
  example: { wrong: '"amount":100,"totalAmount":60', right: '"amount":60,"totalAmount":100' },

  observe(_, { call: { operation, fields } }) {
    const { amount, totalAmount } = fields;
    if (operation !== 'calculateFee' || typeof amount !== 'number' || typeof totalAmount !== 'number')
      return undefined;
    if (!(inCents(amount) > inCents(totalAmount))) return CLIENT_HOLDS;

    return clientViolation('an amount of at most totalAmount', `${amount} of ${totalAmount}`);
  },
};

/** A sum of binary fractions may be off by less than a cent. */
function inCents(dollars: number): number {
  return Math.round(dollars * 100);
}
