/** `region` is required; not even `country` replaces it. */
import { requiresField } from '../../rule/patterns/refuses.ts';

export const requiresRegion = requiresField({
  id: 'fee-request/requires-region',
  title: 'a first call without region is refused',
  tries:
    'First calls without region: with no optional field, with each and with all of them, and without ' +
    'amount or nicn or both as well. What an update may leave out is a choice.',
  fix:
    'Check that region is present before you calculate the fee of a first call, and refuse the call where ' +
    "it is not. Do not use country or the merchant's default instead. Check each required field " +
    'separately, so that no check hides another.',
  field: 'region',
  standIn: 'country',
  // A check of one field must not hide a missing check of another.
  together: [
    ['amount', 'nicn'],
    ['amount', 'region'],
    ['nicn', 'region'],
    ['amount', 'nicn', 'region'],
  ],
});
