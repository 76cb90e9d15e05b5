/** `amount` is required; not even `totalAmount` replaces it. */
import { requiresField } from '../../rule/patterns/refuses.ts';

export const requiresAmount = requiresField({
  id: 'fee-request/requires-amount',
  title: 'a first call without amount is refused',
  tries:
    'First calls without amount: with no optional field, with each and with all of them. What an update ' +
    'may leave out is a choice.',
  fix:
    'Check that amount is present before you calculate the fee of a first call, and refuse the call where ' +
    'it is not. Do not use totalAmount or a default instead.',
  field: 'amount',
  standIn: 'totalAmount',
});
