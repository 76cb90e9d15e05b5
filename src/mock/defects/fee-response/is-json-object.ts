/** A mock that answers a fee call with an array around the object. */
import { defect } from '../defect.ts';

export const isJsonObject = defect({
  rule: 'fee-response/is-json-object',
  summary: 'answers a fee call with an array around the object',
  create: () => ({
    answer: (body, { operation }) => (operation === 'calculateFee' ? [body] : body),
  }),
});
