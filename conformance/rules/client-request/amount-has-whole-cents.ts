/** Amounts are whole cents. */
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const amountHasWholeCents: ClientRule = {
  id: 'client-request/amount-has-whole-cents',
  section: '2.1',
  level: 'should',
  title: 'amount and totalAmount have whole cents, without the noise of binary fractions',
  fix: 'Calculate in cents and divide by 100 at the end, use decimals, or round to cents before you send an amount.',
  example: { wrong: '"amount":107.97999999999999', right: '"amount":107.98' },

  observe(_, { call: { operation, fields } }) {
    const { amount, totalAmount } = fields;
    if (operation !== 'calculateFee' || (typeof amount !== 'number' && typeof totalAmount !== 'number'))
      return undefined;
    const fault = faultOf('amount', amount) ?? faultOf('totalAmount', totalAmount);

    return fault ?? CLIENT_HOLDS;
  },
};

function faultOf(name: string, value: unknown) {
  // The first test is quick, and right for nearly all amounts.
  if (typeof value !== 'number' || Math.round(value * 100) / 100 === value) return undefined;
  if (!Number.isFinite(value) || Number(value.toFixed(2)) === value) return undefined;

  return clientViolation(`${name} in whole cents, such as ${value.toFixed(2)}`, describe(value));
}

/** The digits themselves would be masked as those of a card may be. */
function describe(value: number): string {
  return `${String(value).split('.')[1]?.length ?? 0} decimals`;
}
