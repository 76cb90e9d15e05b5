/** `amount` is required whatever else is there; not even `totalAmount` stands in for it. */
import { leavingOut } from '../../patterns/leaving-out.ts';
import { refuses, without } from '../../patterns/refuses.ts';

export const requiresAmount = refuses({
  id: 'fee-request/requires-amount',
  section: '2.1',
  level: 'must',
  title: 'a first call without amount is refused',
  tries:
    'amount is left out alone, beside each optional field and beside all of them. What an update may ' +
    'leave out is a choice.',
  fix:
    'Check that amount is there before a first call is priced, and refuse the call where it is not. ' +
    'Neither totalAmount nor a default stands in for it.',
  edits: (words) => leavingOut('amount', words, 'totalAmount'),
  edit: ({ feeRequest }) =>
    feeRequest.map((base) => ({ edit: 'without amount', base, body: without(base, 'amount') })),
});
