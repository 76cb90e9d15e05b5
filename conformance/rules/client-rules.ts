/** The list of client rules, in the order of the catalogue. */
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { IDENTIFIER_RULES } from './client-flow/identifiers.ts';
import { SALE_RULES } from './client-flow/sales.ts';
import { CARD_DATA_RULES } from './client-request/card-data.ts';
import { FIELD_RULES } from './client-request/fields.ts';
import { MESSAGE_RULES } from './client-request/message.ts';
import { VALUE_RULES } from './client-request/values.ts';
import { FAILED_FEE_RULES } from './client-resilience/failed-fees.ts';
import { givesUp } from './client-resilience/gives-up.ts';
import { REPEAT_RULES } from './client-resilience/repeats.ts';
import { TOLERANCE_RULES } from './client-tolerance/tolerances.ts';

const RULES: readonly ClientRule[] = [
  ...IDENTIFIER_RULES,
  ...SALE_RULES,
  ...CARD_DATA_RULES,
  ...FIELD_RULES,
  ...MESSAGE_RULES,
  ...VALUE_RULES,
  ...FAILED_FEE_RULES,
  ...REPEAT_RULES,
  givesUp,
  ...TOLERANCE_RULES,
];

export const CLIENT_RULES: readonly ClientRule[] = CLIENT_RULE_IDS.flatMap(
  (id) => RULES.find((rule) => rule.id === id) ?? [],
);
