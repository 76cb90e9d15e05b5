/** `nicn` is required whatever else is there; not even `cardToken` stands in for it. */
import { leavingOut } from '../../patterns/leaving-out.ts';
import { refuses, without } from '../../patterns/refuses.ts';

export const requiresNicn = refuses({
  id: 'fee-request/requires-nicn',
  section: '2.1',
  level: 'must',
  title: 'a first call without nicn is refused',
  edits: (words) => leavingOut('nicn', words, 'cardToken'),
  edit: ({ feeRequest }) =>
    feeRequest.map((base) => ({ edit: 'without nicn', base, body: without(base, 'nicn') })),
});
