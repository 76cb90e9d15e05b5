/** Each optional field may be given alone. */
import { NO_CARD_TOKEN } from '../../conversation.ts';
import { accepts } from '../../patterns/accepts.ts';

export const acceptsEachOptionalField = accepts({
  id: 'fee-request/accepts-each-optional-field',
  section: '2.1',
  level: 'must',
  title: 'each optional field is accepted beside the required ones',
  tries:
    'One optional field at a time beside the required ones; cardToken where the deployment file lists ' +
    'card tokens.',
  fix:
    'Accept each of campaign, country, processor, cardToken, data, totalAmount and mTxId by itself, ' +
    'with its own type; none of them needs another one beside it.',
  what: 'one optional field',
  quickProbes: 8,
  omits: ({ optional }) =>
    optional.cardToken === undefined ? `${NO_CARD_TOKEN}, so none was sent` : undefined,
  requests: ({ baseline, optional }) =>
    Object.entries(optional).map(([name, value]) => ({ ...baseline, [name]: value })),
});
