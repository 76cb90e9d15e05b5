/** A mock that takes an amount which is a string of digits. */
import { defect } from '../defect.ts';

export const refusesWrongTypes = defect({
  rule: 'fee-request/refuses-wrong-types',
  summary: 'takes an amount which is a string of digits',
  create: () => ({
    violations: (found, { request }) =>
      found.filter(({ pointer }) => pointer !== '/amount' || !isDigits(request['amount'])),
    request: (request) =>
      isDigits(request['amount']) ? { ...request, amount: Number(request['amount']) } : request,
  }),
});

function isDigits(amount: unknown): boolean {
  return typeof amount === 'string' && /^\d+$/.test(amount);
}
