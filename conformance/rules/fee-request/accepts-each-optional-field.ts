/** Each optional field may be given alone. */
import { accepts } from '../../patterns/accepts.ts';

export const acceptsEachOptionalField = accepts({
  id: 'fee-request/accepts-each-optional-field',
  section: '2.1',
  level: 'must',
  title: 'each optional field is accepted beside the required ones',
  what: 'one optional field',
  quickProbes: 8,
  requests: ({ baseline, optional }) =>
    Object.entries(optional).map(([name, value]) => ({ ...baseline, [name]: value })),
});
