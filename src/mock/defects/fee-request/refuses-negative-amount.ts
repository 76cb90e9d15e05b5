/** A mock that takes a negative amount for what it is without its sign. */
import { defect } from '../defect.ts';

export const refusesNegativeAmount = defect({
  rule: 'fee-request/refuses-negative-amount',
  summary: 'takes a negative amount for what it is without its sign',
  create: () => ({
    request: (request) =>
      Number(request['amount']) < 0 ? { ...request, amount: Math.abs(Number(request['amount'])) } : request,
  }),
});
