/** Which defects of the mock ordinary traffic reveals, and why it cannot reveal the others. */
import { DECISIONS } from '../../conformance/traffic/decisions.ts';
import type { DefectName, RuleId } from '../../src/contract/rule-ids.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';

/** The defect is a refusal, which may have a reason, or shows only in calls that ordinary clients do not send. */
export const REFUSES: readonly DefectName[] = [
  'fee-request/requires-region:abroad-for-several',
  'fee-request/requires-region:in-a-body-that-is-no-json',
  'nicn/refuses-fewer-than-6-digits:in-an-update-with-a-new-mtxid',
  'nicn/refuses-more-than-8-digits:for-iso-codes',
  'identity/update-by-mtxid-keeps-stxid:names-of-object-properties',
  'sale/requires-stxid-or-mtxid:in-a-body-that-is-no-json',
  'sale/requires-stxid-or-mtxid:refused-yet-sold',
  'sale/requires-stxid-or-mtxid:refused-yet-sold-for-several',
  'sale/accepts-stxid',
  'sale/accepts-mtxid',
  'sale/accepts-mtxid:without-authcode',
  'sale/accepts-both',
  'fee-response/has-transaction-fee-number:large-amounts',
  'identity/update-by-mtxid-keeps-stxid:of-more-than-50-characters',
  'identity/state-machine:second-update',
  'identity/state-machine:sale-by-stxid-after-an-update',
  'sale/accepts-stxid:seven-digits',
  'sale/accepts-mtxid:long-mtxid',
  // Of fee calls that lack a field beside another, or whose nicn is invalid in its own way.
  ...DEFECT_NAMES.filter((name) =>
    /^fee-request\/requires-\w+:beside-|^nicn\/refuses-.*:(?:none|three-digits|12-digits|abroad|letter-at-the-end|other-scripts|sign)$/.test(
      name,
    ),
  ),
  // Of mTxIds that resemble each other, or of refusals.
  ...DEFECT_NAMES.filter((name) =>
    /^(?:identity\/distinct-mtxids-are-distinct:|sale\/accepts-late-mtxid)/.test(name),
  ),
];

/** The response may also be a refusal, or another process may have created the transaction. */
export const AMBIGUOUS: readonly DefectName[] = [
  'fee-response/has-message-ok:on-updates-by-both',
  'identity/update-by-mtxid-keeps-stxid:after-a-refused-sale',
];

/** Only with the prices of the merchants. */
export const PRICED: readonly DefectName[] = DEFECT_NAMES.filter((name) =>
  ['processor/required-with-several', 'fee/matches-reference'].includes(ruleOf(name)),
);

export const VISIBLE = DEFECT_NAMES.filter(
  (name) =>
    DECISIONS.get(ruleOf(name))?.kind === 'judged' && ![...REFUSES, ...AMBIGUOUS, ...PRICED].includes(name),
);

export function ruleOf(defect: DefectName): RuleId {
  return defect.replace(/:.*$/, '') as RuleId;
}
