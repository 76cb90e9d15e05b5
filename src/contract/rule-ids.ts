/**
 * The ids of all rules by level. The ids are stable: the contract, the mock's refusals and defects, and the suite refer
 * to rules by them.
 */
export const MUST_RULES = [
  'fee-request/accepts-required-fields-alone',
  'fee-request/requires-amount',
  'fee-request/requires-nicn',
  'fee-request/requires-region',
  'fee-request/accepts-decimal-amounts',
  'fee-request/accepts-each-optional-field',
  'fee-request/accepts-all-fields-at-once',
  'nicn/accepts-6-to-8-digits',
  'nicn/refuses-fewer-than-6-digits',
  'nicn/refuses-more-than-8-digits',
  'nicn/refuses-non-digits',
  'region/accepts-zip-code',
  'region/accepts-two-letter-state',
  'region/accepts-iso-state-code',
  'country/defaults-to-840',
  'processor/optional-with-one',
  'processor/required-with-several',
  'processor/accepts-mid-or-name',
  'processor/mid-and-name-agree',
  'multi-pay/accepts-part-of-total',
  'opaque/campaign-and-data-are-opaque',
  'fee-response/is-json-object',
  'fee-response/has-transaction-fee-number',
  'fee-response/has-stxid-string',
  'fee-response/has-message-ok',
  'fee/matches-reference',
  'identity/stxid-is-unique',
  'identity/update-by-stxid-keeps-stxid',
  'identity/update-by-mtxid-keeps-stxid',
  'identity/update-by-both-keeps-stxid',
  'identity/update-recalculates-fee',
  'identity/distinct-mtxids-are-distinct',
  'identity/concurrent-updates-keep-stxid',
  'identity/outlives-other-traffic',
  'identity/state-machine',
  'sale/accepts-stxid',
  'sale/accepts-mtxid',
  'sale/accepts-both',
  'sale/accepts-late-mtxid',
  'sale/requires-stxid-or-mtxid',
  'sale/authcode-is-optional',
  'sale/authcode-is-opaque',
  'sale/answers-stxid-string',
  'robustness/survives-malformed-input',
  'robustness/answers-in-time',
] as const;

export const SHOULD_RULES = [
  'auth/refuses-missing-token',
  'auth/refuses-invalid-token',
  'transport/https',
  'transport/post-only',
  'transport/content-type-json',
  'fee-request/refuses-wrong-types',
  'fee-request/refuses-negative-amount',
  'fee-response/fee-is-not-negative',
  'fee-response/fee-has-cents',
  'fee-response/same-request-same-fee',
  'nicn/never-echoes-card-number',
  'region/refuses-unknown',
  'region/forms-agree',
  'processor/refuses-unknown',
  'multi-pay/refuses-part-over-total',
  'opaque/opaque-data-does-not-change-fee',
  'identity/mtxid-is-case-sensitive',
  'identity/merchants-are-isolated',
  'sale/refuses-unknown-transaction',
  'identity/remembers-late-mtxid',
  'sale/refuses-mismatched-identifiers',
  'robustness/no-server-error-on-bad-input',
  'robustness/no-internals-in-errors',
  'robustness/refuses-oversized-body',
] as const;

/** Rules that observe what the document leaves open: one for each choice, and `refusal-forms`. */
export const OBSERVE_RULES = [
  'observe/success-status',
  'observe/sale-status',
  'observe/extra-response-fields',
  'observe/number-form',
  'observe/field-order',
  'observe/json-layout',
  'observe/response-media-type',
  'observe/stxid-form',
  'observe/refusal',
  'observe/refusal-status',
  'observe/malformed-json-status',
  'observe/unknown-transaction-status',
  'observe/refusal-forms',
  'observe/missing-x-requested-with',
  'observe/unknown-request-fields',
  'observe/null-optional-fields',
  'observe/zero-amount',
  'observe/trims',
  'observe/other-countries',
  'observe/equal-total',
  'observe/unknown-stxid-on-fee',
  'observe/mismatched-identifiers',
  'observe/partial-update',
  'observe/second-sale',
  'observe/update-after-sale',
  'observe/update-to-another-card',
  'observe/largest-amount',
  'observe/longest-mtxid',
  'observe/mtxid-characters',
  'observe/longest-text',
  'observe/longest-authcode',
  'observe/empty-texts',
  'observe/control-characters',
  'observe/empty-lists',
  'observe/repeated-texts',
  'observe/texts-beyond-bmp',
  'observe/attack-like-texts',
  'observe/most-texts',
  'observe/largest-body',
  'observe/amount-beyond-cents',
  'observe/missing-token',
  'observe/invalid-token',
  'observe/expired-token',
  'observe/rate-limiting',
] as const;

export type MustRule = (typeof MUST_RULES)[number];
export type ShouldRule = (typeof SHOULD_RULES)[number];
export type ObserveRule = (typeof OBSERVE_RULES)[number];
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
