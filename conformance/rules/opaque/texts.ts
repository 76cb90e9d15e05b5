/** The rules on `campaign` and `data`: any texts, which do not change the fee. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY } from '../../../src/exchange/trace.ts';
import { AWKWARD_TEXTS, isSafeBody, texts } from '../../rule/arbitraries/text.ts';
import { chunks } from '../../rule/lists.ts';
import { type AcceptedCall, accepts, walks } from '../../rule/patterns/accepts.ts';
import { rule } from '../../rule/rule.ts';
import { fee, sameFee } from '../../rule/script.ts';

export const campaignAndDataAreOpaque = accepts({
  id: 'opaque/campaign-and-data-are-opaque',
  section: '2.1',
  title: 'the fields campaign and data may hold any texts',
  tries: 'One to five different texts of 1 to 32 printable characters. The rest is a choice.',
  fix: 'Store the texts unchanged, pass them to a database as parameters, and do not unescape them again.',
  dependsOn: ['fee-request/accepts-each-optional-field'],
  lookAlikes: [
    'longest-text=32',
    'most-texts=5',
    'empty-texts=refuse-blank',
    'control-characters=refuse',
    'largest-body=1024',
    'empty-lists=refuse',
    'repeated-texts=refuse',
    'texts-beyond-bmp=refuse',
    'attack-like-texts=refuse',
  ],
  what: 'free texts in campaign and data',
  requests: (context) => [
    {
      ...context.baseline,
      campaign: ["it's", 'say "so"', '<b>5 & 6</b>'],
      data: ['{"a":[1,null]}', 'Größe', '価格は三千円'],
    },
    { ...context.baseline, campaign: Array.from({ length: 5 }, (_, n) => `phase ${n}`) },
    { ...context.baseline, data: Array.from({ length: 5 }, (_, n) => `coupon ${n}`) },
    ...inBoth(context.baseline),
    ...walks(context, { ...context.baseline, campaign: LONG_TEXTS, data: LONG_TEXTS }),
  ],
  request: ({ baseline }) =>
    fc
      .record(
        {
          amount: fc.constant(baseline.amount),
          nicn: fc.constant(baseline.nicn),
          region: fc.constant(baseline.region),
          campaign: texts,
          data: texts,
        },
        { requiredKeys: ['amount', 'nicn', 'region'] },
      )
      .filter(isSafeBody),
});

/**
 * The most and longest texts of the safe domain, for services that store all of them in one column. The first awkward
 * text has characters of most kinds.
 */
const LONG_TEXTS = [
  ...AWKWARD_TEXTS.slice(0, 1),
  ...['b', 'c', 'd', '価'].map((character) => character.repeat(32)),
];

/** Each awkward text in a first call and an update, once in `campaign` and once in `data`. */
function inBoth(baseline: FeeRequest): readonly AcceptedCall[] {
  const pairs = chunks(AWKWARD_TEXTS, 2);

  return pairs.map((campaign, n): AcceptedCall => {
    const data = pairs[(n + 1) % pairs.length] ?? campaign;

    return {
      request: { ...baseline, campaign: [...campaign], data: [...data] },
      walk: NAMED_BY.slice(n % NAMED_BY.length).slice(0, 1),
    };
  });
}

export const opaqueDataDoesNotChangeFee = rule({
  id: 'opaque/opaque-data-does-not-change-fee',
  section: '2.1',
  title: 'the texts in campaign and data do not change the fee',
  tries: 'Texts that look like coupons and phases. Not tried where fees vary from call to call.',
  fix: 'Do not use campaign or data in pricing: no coupon, flag or phase in them changes the fee.',
  // With prices, that rule compares every fee.
  dependsOn: [
    'opaque/campaign-and-data-are-opaque',
    'fee-request/accepts-each-optional-field',
    'fee/matches-reference',
  ],
  scripts: ({ baseline }) =>
    [
      { campaign: ['phase-b'], data: ['COUPON10'] },
      { campaign: ['A', 'vip', 'no-fee'], data: ['{"transactionFee":0}', '-100%', 'FREE'] },
    ].map((opaque) =>
      sameFee(
        'with campaign or data the fee that a call without gets,',
        fee({ ...baseline }, { needs: 'fee-request/accepts-required-fields-alone' }),
        fee({ ...baseline, ...opaque }, { needs: 'opaque/campaign-and-data-are-opaque' }),
      ),
    ),
});
