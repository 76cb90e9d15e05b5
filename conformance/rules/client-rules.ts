/** The list of client rules, in the order of the catalogue. */
import type { ClientRule } from '../rule/client-rule.ts';
import { oneOrderPerMtxid } from './client-flow/one-order-per-mtxid.ts';
import { pricesAnewByIdentifier } from './client-flow/prices-anew-by-identifier.ts';
import { sellsAtAnAcceptedPrice } from './client-flow/sells-at-an-accepted-price.ts';
import { sellsAtTheLastPrice } from './client-flow/sells-at-the-last-price.ts';
import { sellsOnce } from './client-flow/sells-once.ts';
import { sellsWhatWasPriced } from './client-flow/sells-what-was-priced.ts';
import { usesIdentifiersItWasGiven } from './client-flow/uses-identifiers-it-was-given.ts';
import { amountHasWholeCents } from './client-request/amount-has-whole-cents.ts';
import { countryIsIsoNumeric } from './client-request/country-is-iso-numeric.ts';
import { hasBearerJwt } from './client-request/has-bearer-jwt.ts';
import { hasRequiredFields } from './client-request/has-required-fields.ts';
import { hasRightTypes } from './client-request/has-right-types.ts';
import { hasXRequestedWith } from './client-request/has-x-requested-with.ts';
import { isJsonPost } from './client-request/is-json-post.ts';
import { keepsSecretsOutOfTheAddress } from './client-request/keeps-secrets-out-of-the-address.ts';
import { looksFreeOfCardData } from './client-request/looks-free-of-card-data.ts';
import { namesProcessorWithSeveral } from './client-request/names-processor-with-several.ts';
import { neverSendsCardNumber } from './client-request/never-sends-card-number.ts';
import { nicnIs6To8Digits } from './client-request/nicn-is-6-to-8-digits.ts';
import { partIsWithinTotal } from './client-request/part-is-within-total.ts';
import { regionHasADocumentedForm } from './client-request/region-has-a-documented-form.ts';
import { sendsNoNulls } from './client-request/sends-no-nulls.ts';
import { usesDocumentedFields } from './client-request/uses-documented-fields.ts';
import { givesUp } from './client-resilience/gives-up.ts';
import { noSaleAfterRefusedFee } from './client-resilience/no-sale-after-refused-fee.ts';
import { repeatsSafely } from './client-resilience/repeats-safely.ts';
import { survivesMalformedAnswers } from './client-resilience/survives-malformed-answers.ts';
import { waitsForRetryAfter } from './client-resilience/waits-for-retry-after.ts';
import { TOLERANCES } from './client-tolerance/tolerances.ts';

export const CLIENT_RULES: readonly ClientRule[] = [
  isJsonPost,
  hasXRequestedWith,
  hasBearerJwt,
  hasRequiredFields,
  hasRightTypes,
  nicnIs6To8Digits,
  neverSendsCardNumber,
  regionHasADocumentedForm,
  countryIsIsoNumeric,
  namesProcessorWithSeveral,
  partIsWithinTotal,
  usesIdentifiersItWasGiven,
  sellsWhatWasPriced,
  ...TOLERANCES.filter(({ level }) => level === 'must'),
  noSaleAfterRefusedFee,
  sendsNoNulls,
  looksFreeOfCardData,
  amountHasWholeCents,
  usesDocumentedFields,
  keepsSecretsOutOfTheAddress,
  pricesAnewByIdentifier,
  sellsAtAnAcceptedPrice,
  sellsOnce,
  sellsAtTheLastPrice,
  oneOrderPerMtxid,
  ...TOLERANCES.filter(({ level }) => level === 'should'),
  waitsForRetryAfter,
  repeatsSafely,
  givesUp,
  survivesMalformedAnswers,
];
