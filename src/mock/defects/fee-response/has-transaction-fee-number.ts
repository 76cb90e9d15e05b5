/** A mock that answers with the fee as a string. */
import { defect } from '../defect.ts';

export const hasTransactionFeeNumber = defect({
  rule: 'fee-response/has-transaction-fee-number',
  summary: 'answers with the fee as a string',
  create: () => ({
    answer: (body, { operation }) =>
      operation === 'calculateFee' ? { ...body, transactionFee: String(body['transactionFee']) } : body,
  }),
});
