/** `nicn` is required whatever else is there; not even `cardToken` stands in for it. */
import { leavingOut } from '../../patterns/leaving-out.ts';
import { refuses, without } from '../../patterns/refuses.ts';

export const requiresNicn = refuses({
  id: 'fee-request/requires-nicn',
  section: '2.1',
  level: 'must',
  title: 'a first call without nicn is refused',
  tries:
    'nicn is left out alone, beside each optional field and beside all of them. What an update may ' +
    'leave out is a choice.',
  fix:
    'Check that nicn is there before a first call is priced, and refuse the call where it is not. ' +
    'Neither cardToken nor a card of an earlier call stands in for it.',
  edits: (words) => leavingOut('nicn', words, 'cardToken'),
  edit: ({ feeRequest }) =>
    feeRequest.map((base) => ({ edit: 'without nicn', base, body: without(base, 'nicn') })),
});
