/** A mock that answers a sale with a number for an sTxId. */
import { defect } from '../defect.ts';

export const answersStxidString = defect({
  rule: 'sale/answers-stxid-string',
  summary: 'answers a sale with a number for an sTxId',
  create: () => ({
    answer: (body, { operation }) =>
      operation === 'attachSale' ? { ...body, sTxId: Number.parseInt(String(body['sTxId']), 16) || 1 } : body,
  }),
});
