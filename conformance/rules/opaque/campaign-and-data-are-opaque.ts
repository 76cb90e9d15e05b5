/** `campaign` and `data` are carried, never read: up to five texts of up to 32 printable characters each. */
import fc from 'fast-check';
import { AWKWARD_TEXTS, isSafeBody } from '../../arbitraries/text.ts';
import { accepts } from '../../patterns/accepts.ts';

export const campaignAndDataAreOpaque = accepts({
  id: 'opaque/campaign-and-data-are-opaque',
  section: '2.1',
  level: 'must',
  title: 'the fields campaign and data may hold any texts',
  tries:
    'No text, one and five; texts of 1 to 32 printable characters: quotes, markup, JSON and many scripts. ' +
    'Whether longer, empty and control texts, or more of them, are accepted is a choice.',
  fix:
    'Keep campaign and data as they come: arrays of texts, without a pattern or a list of known ones. ' +
    'Pass them to a database as parameters, and leave what is in them as the JSON parser ' +
    'gave it: no second unescaping, no trimming.',
  after: ['fee-request/accepts-each-optional-field'],
  what: 'free texts in campaign and data',
  requests: ({ baseline }) => [
    {
      ...baseline,
      campaign: ["it's", 'say "so"', '<b>5 & 6</b>'],
      data: ['{"a":[1,null]}', 'Größe', '価格は三千円'],
    },
    { ...baseline, campaign: [], data: [] },
    { ...baseline, campaign: Array.from({ length: 5 }, (_, n) => `phase ${n % 4}`) },
    { ...baseline, data: Array.from({ length: 5 }, (_, n) => `coupon ${n % 4}`) },
    ...AWKWARD_TEXTS.map((text) => ({ ...baseline, campaign: [text], data: [text] })),
  ],
  request: ({ baseline, text }) =>
    fc
      .record(
        {
          amount: fc.constant(baseline.amount),
          nicn: fc.constant(baseline.nicn),
          region: fc.constant(baseline.region),
          campaign: fc.array(text, { maxLength: 5 }),
          data: fc.array(text, { maxLength: 5 }),
        },
        { requiredKeys: ['amount', 'nicn', 'region'] },
      )
      .filter(isSafeBody),
});
