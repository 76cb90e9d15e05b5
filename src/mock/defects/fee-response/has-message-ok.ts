/** A mock that answers a fee call with OK in capitals. */
import { defect } from '../defect.ts';

export const hasMessageOk = defect({
  rule: 'fee-response/has-message-ok',
  summary: 'answers a fee call with OK in capitals',
  create: () => ({
    answer: (body, { operation }) => (operation === 'calculateFee' ? { ...body, message: 'OK' } : body),
  }),
});
