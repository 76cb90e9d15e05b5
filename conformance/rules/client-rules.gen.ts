/** The rules on clients, in the order of the catalogue. Generated from `src/contract/client-rule-ids.ts` by `npm run generate`. */
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { identifiersAgree } from './client-flow/identifiers.ts';
import { oneOrderPerMtxid } from './client-flow/identifiers.ts';
import { pricesAnewByIdentifier } from './client-flow/identifiers.ts';
import { usesIdentifiersItWasGiven } from './client-flow/identifiers.ts';
import { sellsAtAnAcceptedPrice } from './client-flow/sales.ts';
import { sellsAtTheLastPrice } from './client-flow/sales.ts';
import { sellsOnce } from './client-flow/sales.ts';
import { sellsWhatWasPriced } from './client-flow/sales.ts';
import { looksFreeOfCardData } from './client-request/card-data.ts';
import { neverSendsCardNumber } from './client-request/card-data.ts';
import { hasRequiredFields } from './client-request/fields.ts';
import { hasRightTypes } from './client-request/fields.ts';
import { sendsNoNulls } from './client-request/fields.ts';
import { usesDocumentedFields } from './client-request/fields.ts';
import { hasBearerJwt } from './client-request/message.ts';
import { hasXRequestedWith } from './client-request/message.ts';
import { isJsonPost } from './client-request/message.ts';
import { keepsSecretsOutOfTheAddress } from './client-request/message.ts';
import { amountHasWholeCents } from './client-request/values.ts';
import { countryIsIsoNumeric } from './client-request/values.ts';
import { namesProcessorWithSeveral } from './client-request/values.ts';
import { nicnIs6To8Digits } from './client-request/values.ts';
import { partIsWithinTotal } from './client-request/values.ts';
import { regionHasADocumentedForm } from './client-request/values.ts';
import { givesUp } from './client-resilience/repeats.ts';
import { noSaleAfterRefusedFee } from './client-resilience/repeats.ts';
import { repeatsSafely } from './client-resilience/repeats.ts';
import { survivesMalformedAnswers } from './client-resilience/repeats.ts';
import { waitsForRetryAfter } from './client-resilience/repeats.ts';
import { TOLERANCE_RULES } from './client-tolerance/tolerances.ts';

const RULES: readonly ClientRule[] = [
  identifiersAgree,
  oneOrderPerMtxid,
  pricesAnewByIdentifier,
  usesIdentifiersItWasGiven,
  sellsAtAnAcceptedPrice,
  sellsAtTheLastPrice,
  sellsOnce,
  sellsWhatWasPriced,
  looksFreeOfCardData,
  neverSendsCardNumber,
  hasRequiredFields,
  hasRightTypes,
  sendsNoNulls,
  usesDocumentedFields,
  hasBearerJwt,
  hasXRequestedWith,
  isJsonPost,
  keepsSecretsOutOfTheAddress,
  amountHasWholeCents,
  countryIsIsoNumeric,
  namesProcessorWithSeveral,
  nicnIs6To8Digits,
  partIsWithinTotal,
  regionHasADocumentedForm,
  givesUp,
  noSaleAfterRefusedFee,
  repeatsSafely,
  survivesMalformedAnswers,
  waitsForRetryAfter,
  ...TOLERANCE_RULES,
];

export const CLIENT_RULES: readonly ClientRule[] = CLIENT_RULE_IDS.flatMap(
  (id) => RULES.find((rule) => rule.id === id) ?? [],
);
