/**
 * The catalogue: the ids of all rules by level, each with the place in openapi.yaml that it is about, as a JSON pointer. The
 * ids are stable: the contract, the mock's refusals and defects, and the suite refer to rules by them.
 */
import { CHOICE_NAMES, CHOICES, type ChoiceName } from './choices.ts';

const FEE_CALL = '/paths/~1v1~1ch/post';
const SCHEMAS = '/components/schemas';
const FEE_FIELDS = `${SCHEMAS}/FeeRequest/properties`;
const FEE_ANSWER = `${SCHEMAS}/FeeResponse/properties`;
const TOKEN = '/components/securitySchemes/merchantToken';

const MUST = {
  'fee-request/accepts-required-fields-alone': `${SCHEMAS}/FeeRequest/required`,
  'fee-request/requires-amount': `${FEE_FIELDS}/amount`,
  'fee-request/requires-nicn': `${FEE_FIELDS}/nicn`,
  'fee-request/requires-region': `${FEE_FIELDS}/region`,
  'fee-request/accepts-decimal-amounts': `${FEE_FIELDS}/amount/type`,
  'fee-request/accepts-each-optional-field': FEE_FIELDS,
  'fee-request/accepts-all-fields-at-once': FEE_FIELDS,
  'fee-request/accepts-any-spelling': `${FEE_CALL}/requestBody`,
  'nicn/accepts-6-to-8-digits': `${FEE_FIELDS}/nicn`,
  'nicn/refuses-fewer-than-6-digits': `${FEE_FIELDS}/nicn/minLength`,
  'nicn/refuses-more-than-8-digits': `${FEE_FIELDS}/nicn/maxLength`,
  'nicn/refuses-non-digits': `${FEE_FIELDS}/nicn/pattern`,
  'region/accepts-zip-code': `${FEE_FIELDS}/region`,
  'region/accepts-two-letter-state': `${FEE_FIELDS}/region`,
  'region/accepts-iso-state-code': `${FEE_FIELDS}/region`,
  'country/defaults-to-840': `${FEE_FIELDS}/country`,
  'processor/optional-with-one': `${FEE_FIELDS}/processor`,
  'processor/required-with-several': `${FEE_FIELDS}/processor`,
  'processor/accepts-mid-or-name': `${FEE_FIELDS}/processor`,
  'processor/mid-and-name-agree': `${FEE_FIELDS}/processor`,
  'multi-pay/accepts-part-of-total': `${FEE_FIELDS}/totalAmount`,
  'opaque/campaign-and-data-are-opaque': `${FEE_FIELDS}/campaign`,
  'fee-response/is-json-object': `${SCHEMAS}/FeeResponse/type`,
  'fee-response/has-transaction-fee-number': `${FEE_ANSWER}/transactionFee`,
  'fee-response/has-stxid-string': `${FEE_ANSWER}/sTxId`,
  'fee-response/has-message-ok': `${FEE_ANSWER}/message`,
  'fee/matches-reference': `${FEE_ANSWER}/transactionFee`,
  'identity/stxid-is-unique': `${FEE_ANSWER}/sTxId`,
  'identity/update-by-stxid-keeps-stxid': `${FEE_FIELDS}/sTxId`,
  'identity/update-by-mtxid-keeps-stxid': `${FEE_FIELDS}/mTxId`,
  'identity/update-by-both-keeps-stxid': `${FEE_FIELDS}/sTxId`,
  'identity/update-recalculates-fee': `${FEE_ANSWER}/transactionFee`,
  'identity/distinct-mtxids-are-distinct': `${FEE_FIELDS}/mTxId`,
  'identity/concurrent-updates-keep-stxid': `${FEE_FIELDS}/sTxId`,
  'identity/outlives-other-traffic': `${FEE_FIELDS}/sTxId`,
  'identity/state-machine': `${FEE_CALL}/description`,
  'sale/accepts-stxid': `${SCHEMAS}/SaleByStxid`,
  'sale/accepts-mtxid': `${SCHEMAS}/SaleByMtxid`,
  'sale/accepts-both': `${SCHEMAS}/SaleRequest/anyOf`,
  'sale/accepts-late-mtxid': `${SCHEMAS}/SaleMtxid`,
  'sale/requires-stxid-or-mtxid': `${SCHEMAS}/SaleRequest/anyOf`,
  'sale/authcode-is-optional': `${SCHEMAS}/AuthCode`,
  'sale/authcode-is-opaque': `${SCHEMAS}/AuthCode`,
  'sale/answers-stxid-string': `${SCHEMAS}/SaleResponse/properties/sTxId`,
  'robustness/survives-malformed-input': `${FEE_CALL}/requestBody`,
  'robustness/answers-in-time': `${FEE_CALL}/responses`,
} as const;

const SHOULD = {
  'auth/refuses-missing-token': TOKEN,
  'auth/refuses-invalid-token': TOKEN,
  'auth/accepts-valid-token': TOKEN,
  'transport/https': '/servers',
  'transport/post-only': FEE_CALL,
  'transport/content-type-json': `${FEE_CALL}/responses/2XX/content`,
  'fee-request/refuses-wrong-types': FEE_FIELDS,
  'fee-request/names-are-case-sensitive': FEE_FIELDS,
  'fee-request/refuses-negative-amount': `${FEE_FIELDS}/amount`,
  'fee-response/fee-is-not-negative': `${FEE_ANSWER}/transactionFee`,
  'fee-response/fee-has-cents': `${FEE_ANSWER}/transactionFee`,
  'fee-response/same-request-same-fee': `${FEE_ANSWER}/transactionFee`,
  'fee/does-not-depend-on-other-calls': `${FEE_ANSWER}/transactionFee`,
  'nicn/never-echoes-card-number': `${FEE_FIELDS}/nicn/maxLength`,
  'region/refuses-unknown': `${FEE_FIELDS}/region`,
  'region/forms-agree': `${FEE_FIELDS}/region`,
  'country/refuses-unknown': `${FEE_FIELDS}/country`,
  'processor/refuses-unknown': `${FEE_FIELDS}/processor`,
  'multi-pay/refuses-part-over-total': `${FEE_FIELDS}/totalAmount`,
  'opaque/opaque-data-does-not-change-fee': `${FEE_FIELDS}/data`,
  'identity/mtxid-is-case-sensitive': `${FEE_FIELDS}/mTxId`,
  'identity/merchants-are-isolated': TOKEN,
  'sale/refuses-unknown-transaction': `${SCHEMAS}/SaleRequest`,
  'identity/remembers-late-mtxid': `${SCHEMAS}/SaleMtxid`,
  'identity/one-transaction-per-mtxid': `${FEE_FIELDS}/mTxId`,
  'identity/partial-update-keeps-or-refuses': `${FEE_CALL}/description`,
  'identity/outlives-a-pause': `${FEE_FIELDS}/sTxId`,
  'sale/refuses-mismatched-identifiers': `${SCHEMAS}/SaleRequest/anyOf`,
  'robustness/no-server-error-on-bad-input': `${FEE_CALL}/responses/default`,
  'robustness/no-internals-in-errors': `${FEE_CALL}/responses/default`,
  'robustness/refuses-oversized-body': `${FEE_CALL}/requestBody`,
} as const;

/** In the order of the catalogue, as in every report. */
export const MUST_RULES = idsOf(MUST);
export const SHOULD_RULES = idsOf(SHOULD);
/** One for each choice of what the document leaves open, and one more. */
export const OBSERVE_RULES: readonly ObserveRule[] = [
  ...CHOICE_NAMES.map((name) => `observe/${name}` as const),
  'observe/refusal-forms',
];

function idsOf<Id extends string>(rules: Readonly<Record<Id, string>>): readonly Id[] {
  return Object.keys(rules) as Id[];
}

export type MustRule = (typeof MUST_RULES)[number];
export type ShouldRule = (typeof SHOULD_RULES)[number];
export type ObserveRule = `observe/${ChoiceName | 'refusal-forms'}`;
export type RuleId = MustRule | ShouldRule | ObserveRule;

/** The rules that a deployment's behaviour can break. `transport/https` depends on its URL. */
export const BREAKABLE_RULES = [...MUST_RULES, ...SHOULD_RULES].filter((rule) => rule !== 'transport/https');

export type BreakableRule = (typeof BREAKABLE_RULES)[number];

/** A defect of the mock: the rule that it breaks, or `RULE:variant` for a further defect. */
export type DefectName = BreakableRule | `${BreakableRule}:${string}`;

/** Whether the suite only observes this rule. */
export function isObserved(id: RuleId): id is ObserveRule {
  return OBSERVE_RULES.some((known) => known === id);
}

const PLACES: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...MUST, ...SHOULD }),
  ...CHOICE_NAMES.map((name) => [`observe/${name}`, CHOICES[name].place] as const),
]);

/** The place of a rule; for a rule on clients that of the operation that starts every transaction. */
export function placeOf(id: string): string {
  return PLACES.get(id) ?? FEE_CALL;
}
