/** `campaign` and `data` are for analytics and do not change the fee. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

export const opaqueDataDoesNotChangeFee = rule({
  id: 'opaque/opaque-data-does-not-change-fee',
  section: '2.1',
  level: 'should',
  title: 'the texts in campaign and data do not change the fee',
  tries:
    'The same call with and without texts that look like coupons and phases. Not tried where fees vary ' +
    'from call to call.',
  fix: 'Do not use campaign or data in pricing: no coupon, flag or phase in them changes the fee.',
  // With prices, that rule compares every fee.
  dependsOn: [
    'opaque/campaign-and-data-are-opaque',
    'fee-request/accepts-each-optional-field',
    'fee/matches-reference',
  ],
  scripts: ({ baseline }) => [
    toScript(baseline, { campaign: ['phase-b'], data: ['COUPON10'] }),
    toScript(baseline, { campaign: ['A', 'vip', 'no-fee'], data: ['{"transactionFee":0}', '-100%', 'FREE'] }),
  ],
});

function toScript(baseline: FeeRequest, opaque: Pick<FeeRequest, 'campaign' | 'data'>): Script {
  const feeOf = { call: 1, what: 'with campaign or data the fee that a call without gets,' };

  return {
    calls: [
      fee({ ...baseline }, { needs: 'fee-request/accepts-required-fields-alone' }),
      fee({ ...baseline, ...opaque }, { needs: 'opaque/campaign-and-data-are-opaque', expects: { feeOf } }),
    ],
  };
}
