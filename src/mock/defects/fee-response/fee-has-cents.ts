/** A mock whose fees have a tenth of a cent. */
import { defect } from '../defect.ts';

export const feeHasCents = defect({
  rule: 'fee-response/fee-has-cents',
  summary: 'adds a tenth of a cent to every fee',
  create: () => ({
    answer: (body, { operation }) =>
      operation === 'calculateFee'
        ? { ...body, transactionFee: Math.round(Number(body['transactionFee']) * 1000 + 1) / 1000 }
        : body,
  }),
});
