/** The names and levels of the rules on clients. They never change. */
import type { RuleId } from './rule-ids.ts';

export const CLIENT_MUST_RULES = [
  'client-request/is-json-post',
  'client-request/has-x-requested-with',
  'client-request/has-bearer-jwt',
  'client-request/has-required-fields',
  'client-request/has-right-types',
  'client-request/nicn-is-6-to-8-digits',
  'client-request/never-sends-card-number',
  'client-request/region-has-a-documented-form',
  'client-request/country-is-iso-numeric',
  'client-request/names-processor-with-several',
  'client-request/part-is-within-total',
  'client-flow/uses-identifiers-it-was-given',
  'client-flow/sells-what-was-priced',
  'client-tolerance/success-status',
  'client-tolerance/extra-response-fields',
  'client-tolerance/field-order',
  'client-tolerance/json-layout',
  'client-tolerance/number-form',
  'client-tolerance/stxid-form',
  'client-tolerance/json-charset',
  'client-resilience/no-sale-after-refused-fee',
] as const;

export const CLIENT_SHOULD_RULES = [
  'client-request/sends-no-nulls',
  'client-request/looks-free-of-card-data',
  'client-request/amount-has-whole-cents',
  'client-request/uses-documented-fields',
  'client-request/keeps-secrets-out-of-the-address',
  'client-flow/prices-anew-by-identifier',
  'client-flow/sells-at-an-accepted-price',
  'client-flow/sells-once',
  'client-flow/sells-at-the-last-price',
  'client-flow/one-order-per-mtxid',
  'client-flow/identifiers-agree',
  'client-tolerance/refusal-form',
  'client-tolerance/refusal-status',
  'client-tolerance/response-media-type',
  'client-tolerance/zero-fee',
  'client-tolerance/late-answers',
  'client-tolerance/connection-close',
  'client-resilience/waits-for-retry-after',
  'client-resilience/repeats-safely',
  'client-resilience/gives-up',
  'client-resilience/survives-malformed-answers',
] as const;

/** In the order of the catalogue: must, then should. */
export const CLIENT_RULE_IDS: readonly ClientRuleId[] = [...CLIENT_MUST_RULES, ...CLIENT_SHOULD_RULES];

export type ClientRuleId = (typeof CLIENT_MUST_RULES)[number] | (typeof CLIENT_SHOULD_RULES)[number];

/** A rule on services or on clients. */
export type AnyRuleId = RuleId | ClientRuleId;
