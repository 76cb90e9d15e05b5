/**
 * A fee does not depend on which call was priced before it, as it does where a cache of fees lacks a field in its key.
 * The prices are unknown, so a fee is compared with those of amounts of a cent less and more.
 */
import { type AfterOther, afterOthers } from '../../rule/patterns/after-others.ts';
import { opened } from '../../rule/patterns/open.ts';
import { unlessPriced } from '../../rule/patterns/values.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

export const doesNotDependOnOtherCalls = rule({
  id: 'fee/does-not-depend-on-other-calls',
  section: '1, 2.2',
  level: 'should',
  title: 'the fee of a call does not depend on the calls before it',
  tries:
    'A call for an amount that another call, which differs in its card, region, processor, country or merchant, has ' +
    'just had a fee for. Its fee is to lie between those for a cent less and a cent more. Skipped if fees vary, and ' +
    'where the prices are known: fee/matches-reference then compares such fees.',
  fix: 'Where you cache fees, put every field that a price depends on into the key: merchant, processor, nicn, region, country, amount.',
  lookAlikes: ['other-countries=free', 'other-countries=price', 'other-countries=refuse'],
  dependsOn: ['fee-request/accepts-decimal-amounts'],
  quickScripts: 0,
  missing: unlessPriced,
  scripts: (context) => afterOthers(context).map(toScript),
});

function toScript({ other, merchant, body, field }: AfterOther): Script {
  return {
    calls: [
      opened(body(-1), merchant),
      other,
      fee(body(0), {
        merchant,
        needs: 'fee-request/accepts-decimal-amounts',
        expects: {
          feeBetween: {
            calls: [1, 4],
            what: `after a call with another ${field} a fee between those for a cent less and a cent more,`,
          },
        },
      }),
      opened(body(1), merchant),
    ],
  };
}
