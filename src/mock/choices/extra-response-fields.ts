/** What accepted answers have beside the fields of the document. Never a second truth about those. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const extraResponseFields = choice('extra-response-fields', {
  none: asEver,

  flat: writing({
    extend: (body, operation) =>
      operation === 'calculateFee'
        ? { status: 'calculated', ...body, currency: 'USD', feeVersion: 3, success: true }
        : { status: 'attached', ...body, message: 'ok', success: true },
  }),

  nested: writing({
    extend: (body) => ({
      ...body,
      error: null,
      errors: [],
      links: [{ rel: 'self', href: '/v1/transactions' }],
      details: { message: 'nothing to add', sTxId: null, amount: { value: 0, currency: 'USD' } },
    }),
  }),
});
