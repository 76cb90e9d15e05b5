/** What engine and ledger object to, as violations of the rules of the catalogue. */

import type { RuleId } from '../contract/rule-ids.ts';
import type { FeeRequest, OperationId, Violation } from '../contract/types.ts';
import type { ReasonCode, Refused } from '../engine/index.ts';
import type { Identifiers, Unfound } from '../ledger/ledger.ts';
import { describeValue } from '../text/describe.ts';
import { type Refusal, refuse } from './refusal.ts';

const RULE_OF: Readonly<Record<ReasonCode, RuleId | undefined>> = {
  'unknown-processor': 'processor/refuses-unknown',
  'processor-required': 'processor/required-with-several',
  'unknown-region': 'region/refuses-unknown',
  'negative-amount': 'fee-request/refuses-negative-amount',
  'part-over-total': 'multi-pay/refuses-part-over-total',
  // No rule of the catalogue is about countries that there are not.
  'unknown-country': undefined,
  // Nor about cards that the price of a merchant does not know.
  'unlisted-card': undefined,
};

export function feeReasons({ reasons }: Refused, request: FeeRequest): readonly Violation[] {
  return reasons.map(({ code, field, expected }) => ({
    ...ruleOf(RULE_OF[code]),
    section: '2.1',
    pointer: `/${field}`,
    expected,
    got: describeValue(request[field], { name: field }),
  }));
}

const RULES_OF_IDENTIFIERS: { readonly [O in OperationId]: { readonly [K in Unfound['kind']]?: RuleId } } = {
  // The document does not say what a fee call with such identifiers does, and no rule judges it.
  calculateFee: {},
  attachSale: {
    unknown: 'sale/refuses-unknown-transaction',
    mismatched: 'sale/refuses-mismatched-identifiers',
  },
};

/** The refusal of identifiers that lead to no transaction of this merchant (document 1.2). */
export function unfound(operation: OperationId, why: Unfound, by: Identifiers): Refusal {
  const rule = RULES_OF_IDENTIFIERS[operation][why.kind];
  const field = why.kind === 'unknown' ? why.field : 'mTxId';

  return refuse('content-refused', [
    {
      ...ruleOf(rule),
      section: '1.2',
      pointer: `/${field}`,
      expected:
        why.kind === 'unknown'
          ? `the ${field} of a transaction of this merchant`
          : 'the mTxId of the transaction that the sTxId names',
      got: describeValue(by[field], { name: field }),
    },
  ]);
}

function ruleOf(rule: RuleId | undefined): Pick<Violation, 'rule'> {
  return rule === undefined ? {} : { rule };
}
