/** `campaign` and `data` are for analytics and do not change the fee. */
import { assertSameFee, feeOf, requireAccepted } from '../../rule/assertions.ts';
import { assertFeesRepeat } from '../../rule/patterns/compare-fees.ts';
import { rule } from '../../rule/rule.ts';
import { shrinkText } from '../../rule/shrink-candidates.ts';

interface Case {
  readonly campaign?: readonly string[];
  readonly data?: readonly string[];
}

const BLAME = 'opaque/campaign-and-data-are-opaque';

export const opaqueDataDoesNotChangeFee = rule<Case>({
  id: 'opaque/opaque-data-does-not-change-fee',
  section: '2.1',
  level: 'should',
  title: 'the texts in campaign and data do not change the fee',
  tries:
    'The same call with and without texts that look like coupons and phases. Not tried where fees vary ' +
    'from call to call.',
  fix: 'Do not use campaign or data in pricing: no coupon, flag or phase in them changes the fee.',
  dependsOn: ['opaque/campaign-and-data-are-opaque', 'fee-request/accepts-each-optional-field'],
  probes: () => [
    { campaign: ['phase-b'], data: ['COUPON10'] },
    { campaign: ['A', 'vip', 'no-fee'], data: ['{"transactionFee":0}', '-100%', 'FREE'] },
  ],
  shrink: smaller,

  async run(opaque, { fee }, context) {
    assertFeesRepeat(context);
    const { baseline } = context;
    const without = requireAccepted(await fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
    const withTexts = requireAccepted(await fee({ ...baseline, ...opaque }), BLAME);
    const fields = Object.keys(opaque).join(' and ');
    assertSameFee(feeOf(withTexts), feeOf(without), `with ${fields} the fee that a call without gets,`);
  },
});

/** With one field, with one text in it, or with a shorter one. */
function smaller(opaque: Case): readonly Case[] {
  const fields = Object.entries(opaque) as [keyof Case, readonly string[]][];
  if (fields.length > 1) return fields.map(([name, texts]) => ({ [name]: texts }));

  return fields.flatMap(([name, texts]) => {
    const fewer = texts.length > 1 ? texts : texts.flatMap((text) => [...shrinkText(text)]);

    return fewer.map((text) => ({ [name]: [text] }));
  });
}
