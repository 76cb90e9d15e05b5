/** `nicn` is required; not even `cardToken` replaces it. */
import { requiresField } from '../../rule/patterns/refuses.ts';

export const requiresNicn = requiresField({
  id: 'fee-request/requires-nicn',
  title: 'a first call without nicn is refused',
  tries:
    'First calls without nicn: with no optional field, with each and with all of them. What an update ' +
    'may leave out is a choice.',
  fix:
    'Check that nicn is present before you calculate the fee of a first call, and refuse the call where ' +
    'it is not. Do not use cardToken or the card of an earlier call instead.',
  field: 'nicn',
  standIn: 'cardToken',
});
