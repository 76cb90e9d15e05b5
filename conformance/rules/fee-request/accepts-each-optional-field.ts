/** Each optional field may be given alone. */
import { accepts } from '../../patterns/accepts.ts';

export const acceptsEachOptionalField = accepts({
  id: 'fee-request/accepts-each-optional-field',
  section: '2.1',
  level: 'must',
  title: 'each optional field is accepted beside the required ones',
  tries: 'One optional field at a time beside the required ones.',
  fix:
    'Accept each of campaign, country, processor, cardToken, data, totalAmount and mTxId by itself, ' +
    'with its own type; none of them needs another one beside it.',
  what: 'one optional field',
  quickProbes: 8,
  requests: ({ baseline, optional }) =>
    Object.entries(optional).map(([name, value]) => ({ ...baseline, [name]: value })),
});
