/** What is kept for analytics has no price. */
import { feeOf, granted, sameFee } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { plainerText } from '../../plainer.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly campaign?: readonly string[];
  readonly data?: readonly string[];
}

const BLAME = 'opaque/campaign-and-data-are-opaque';

export const opaqueDataDoesNotChangeFee = property<Case>({
  id: 'opaque/opaque-data-does-not-change-fee',
  section: '2.1',
  level: 'should',
  title: 'what is in campaign and data does not change the fee',
  tries:
    'The same call with and without texts that look like coupons and phases. Left out where fees vary ' +
    'from call to call.',
  fix:
    'Keep campaign and data out of pricing: no coupon, flag or phase that is named in them changes the ' +
    'fee.',
  after: ['opaque/campaign-and-data-are-opaque', 'fee-request/accepts-each-optional-field'],
  probes: () => [
    { campaign: ['phase-b'], data: ['COUPON10'] },
    { campaign: ['A', 'vip', 'no-fee'], data: ['{"transactionFee":0}', '-100%', 'FREE'] },
  ],
  smaller: plainer,

  async holds(opaque, { fee }, { baseline, feesRepeat }) {
    if (!feesRepeat) throw new NotJudged('fees vary from call to call here, so none can be compared');
    const without = granted(await fee({ ...baseline }), 'fee-request/accepts-required-fields-alone');
    const withIt = granted(await fee({ ...baseline, ...opaque }), BLAME);
    const fields = Object.keys(opaque).join(' and ');
    sameFee(feeOf(withIt), feeOf(without), `with ${fields} the fee that a call without gets,`);
  },
});

/** With one field, with one text in it, or with a shorter one. */
function plainer(opaque: Case): readonly Case[] {
  const fields = Object.entries(opaque) as [keyof Case, readonly string[]][];
  if (fields.length > 1) return fields.map(([name, texts]) => ({ [name]: texts }));

  return fields.flatMap(([name, texts]) => {
    const fewer = texts.length > 1 ? texts : texts.flatMap((text) => [...plainerText(text)]);

    return fewer.map((text) => ({ [name]: [text] }));
  });
}
