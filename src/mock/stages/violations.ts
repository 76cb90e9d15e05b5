/** The reasons of engine and ledger for a refusal, as violations. */
import type { RuleId } from '../../contract/rule-ids.ts';
import type { FeeRequest, OperationId, Violation } from '../../contract/types.ts';
import type { ReasonCode, Refused } from '../../engine/index.ts';
import type { Identifiers, NotFound } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuse } from '../refusal.ts';

const RULE_OF: Readonly<Record<ReasonCode, RuleId | undefined>> = {
  'unknown-processor': 'processor/refuses-unknown',
  'processor-required': 'processor/required-with-several',
  'unknown-region': 'region/refuses-unknown',
  'negative-amount': 'fee-request/refuses-negative-amount',
  'part-over-total': 'multi-pay/refuses-part-over-total',
  // The catalogue has no rule about unknown countries and unlisted cards.
  'unknown-country': undefined,
  'unlisted-card': undefined,
};

export function feeViolations({ reasons }: Refused, request: FeeRequest): readonly Violation[] {
  return reasons.map(({ code, field, expected }) => ({
    ...ruleOf(RULE_OF[code]),
    section: '2.1',
    pointer: `/${field}`,
    expected,
    got: describeValue(request[field], { name: field }),
  }));
}

const RULES_OF_IDENTIFIERS: { readonly [O in OperationId]: { readonly [K in NotFound['kind']]?: RuleId } } = {
  // The document leaves open what a fee call with such identifiers does, so no rule judges it.
  calculateFee: {},
  attachSale: {
    unknown: 'sale/refuses-unknown-transaction',
    mismatched: 'sale/refuses-mismatched-identifiers',
  },
};

/** Refuses identifiers of no transaction of this merchant (section 1.2). */
export function refuseIdentifiers(operation: OperationId, why: NotFound, by: Identifiers): Refusal {
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
