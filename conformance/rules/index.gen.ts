/** The rules on services, in the order of the catalogue. Generated from `src/contract/rule-ids.ts` by `npm run generate`. */
import type { Rule } from '../rule/rule.ts';
import { acceptsRequiredFieldsAlone } from './fee-request/accepts-required-fields-alone.ts';
import { requiresAmount } from './fee-request/requires-amount.ts';
import { requiresNicn } from './fee-request/requires-nicn.ts';
import { requiresRegion } from './fee-request/requires-region.ts';
import { acceptsDecimalAmounts } from './fee-request/accepts-decimal-amounts.ts';
import { acceptsEachOptionalField } from './fee-request/accepts-each-optional-field.ts';
import { acceptsAllFieldsAtOnce } from './fee-request/accepts-all-fields-at-once.ts';
import { acceptsAnySpelling } from './fee-request/accepts-any-spelling.ts';
import { accepts6To8Digits } from './nicn/accepts-6-to-8-digits.ts';
import { refusesFewerThan6Digits } from './nicn/refuses-fewer-than-6-digits.ts';
import { refusesMoreThan8Digits } from './nicn/refuses-more-than-8-digits.ts';
import { refusesNonDigits } from './nicn/refuses-non-digits.ts';
import { acceptsZipCode } from './region/accepts-zip-code.ts';
import { acceptsTwoLetterState } from './region/accepts-two-letter-state.ts';
import { acceptsIsoStateCode } from './region/accepts-iso-state-code.ts';
import { defaultsTo840 } from './country/defaults-to-840.ts';
import { optionalWithOne } from './processor/optional-with-one.ts';
import { requiredWithSeveral } from './processor/required-with-several.ts';
import { acceptsMidOrName } from './processor/accepts-mid-or-name.ts';
import { midAndNameAgree } from './processor/mid-and-name-agree.ts';
import { acceptsPartOfTotal } from './multi-pay/accepts-part-of-total.ts';
import { campaignAndDataAreOpaque } from './opaque/campaign-and-data-are-opaque.ts';
import { isJsonObject } from './fee-response/is-json-object.ts';
import { hasTransactionFeeNumber } from './fee-response/has-transaction-fee-number.ts';
import { hasStxidString } from './fee-response/has-stxid-string.ts';
import { hasMessageOk } from './fee-response/has-message-ok.ts';
import { matchesReference } from './fee/matches-reference.ts';
import { stxidIsUnique } from './identity/stxid-is-unique.ts';
import { updateByStxidKeepsStxid } from './identity/update-by-stxid-keeps-stxid.ts';
import { updateByMtxidKeepsStxid } from './identity/update-by-mtxid-keeps-stxid.ts';
import { updateByBothKeepsStxid } from './identity/update-by-both-keeps-stxid.ts';
import { updateRecalculatesFee } from './identity/update-recalculates-fee.ts';
import { distinctMtxidsAreDistinct } from './identity/distinct-mtxids-are-distinct.ts';
import { concurrentUpdatesKeepStxid } from './identity/concurrent-updates-keep-stxid.ts';
import { outlivesOtherTraffic } from './identity/outlives-other-traffic.ts';
import { stateMachine } from './identity/state-machine.ts';
import { acceptsStxid } from './sale/accepts-stxid.ts';
import { acceptsMtxid } from './sale/accepts-mtxid.ts';
import { acceptsBoth } from './sale/accepts-both.ts';
import { acceptsLateMtxid } from './sale/accepts-late-mtxid.ts';
import { requiresStxidOrMtxid } from './sale/requires-stxid-or-mtxid.ts';
import { authcodeIsOptional } from './sale/authcode-is-optional.ts';
import { authcodeIsOpaque } from './sale/authcode-is-opaque.ts';
import { answersStxidString } from './sale/answers-stxid-string.ts';
import { survivesMalformedInput } from './robustness/survives-malformed-input.ts';
import { answersInTime } from './robustness/answers-in-time.ts';
import { refusesMissingToken } from './auth/refuses-missing-token.ts';
import { refusesInvalidToken } from './auth/refuses-invalid-token.ts';
import { https } from './transport/https.ts';
import { postOnly } from './transport/post-only.ts';
import { contentTypeJson } from './transport/content-type-json.ts';
import { refusesWrongTypes } from './fee-request/refuses-wrong-types.ts';
import { namesAreCaseSensitive } from './fee-request/names-are-case-sensitive.ts';
import { refusesNegativeAmount } from './fee-request/refuses-negative-amount.ts';
import { feeIsNotNegative } from './fee-response/fee-is-not-negative.ts';
import { feeHasCents } from './fee-response/fee-has-cents.ts';
import { sameRequestSameFee } from './fee-response/same-request-same-fee.ts';
import { doesNotDependOnOtherCalls } from './fee/does-not-depend-on-other-calls.ts';
import { neverEchoesCardNumber } from './nicn/never-echoes-card-number.ts';
import { refusesUnknownRegion } from './region/refuses-unknown.ts';
import { formsAgree } from './region/forms-agree.ts';
import { refusesUnknownCountry } from './country/refuses-unknown.ts';
import { refusesUnknownProcessor } from './processor/refuses-unknown.ts';
import { refusesPartOverTotal } from './multi-pay/refuses-part-over-total.ts';
import { opaqueDataDoesNotChangeFee } from './opaque/opaque-data-does-not-change-fee.ts';
import { mtxidIsCaseSensitive } from './identity/mtxid-is-case-sensitive.ts';
import { merchantsAreIsolated } from './identity/merchants-are-isolated.ts';
import { refusesUnknownTransaction } from './sale/refuses-unknown-transaction.ts';
import { remembersLateMtxid } from './identity/remembers-late-mtxid.ts';
import { oneTransactionPerMtxid } from './identity/one-transaction-per-mtxid.ts';
import { partialUpdateKeepsOrRefuses } from './identity/partial-update-keeps-or-refuses.ts';
import { outlivesAPause } from './identity/outlives-a-pause.ts';
import { refusesMismatchedIdentifiers } from './sale/refuses-mismatched-identifiers.ts';
import { noServerErrorOnBadInput } from './robustness/no-server-error-on-bad-input.ts';
import { noInternalsInErrors } from './robustness/no-internals-in-errors.ts';
import { refusesOversizedBody } from './robustness/refuses-oversized-body.ts';

export const RULES: readonly Rule[] = [
  acceptsRequiredFieldsAlone,
  requiresAmount,
  requiresNicn,
  requiresRegion,
  acceptsDecimalAmounts,
  acceptsEachOptionalField,
  acceptsAllFieldsAtOnce,
  acceptsAnySpelling,
  accepts6To8Digits,
  refusesFewerThan6Digits,
  refusesMoreThan8Digits,
  refusesNonDigits,
  acceptsZipCode,
  acceptsTwoLetterState,
  acceptsIsoStateCode,
  defaultsTo840,
  optionalWithOne,
  requiredWithSeveral,
  acceptsMidOrName,
  midAndNameAgree,
  acceptsPartOfTotal,
  campaignAndDataAreOpaque,
  isJsonObject,
  hasTransactionFeeNumber,
  hasStxidString,
  hasMessageOk,
  matchesReference,
  stxidIsUnique,
  updateByStxidKeepsStxid,
  updateByMtxidKeepsStxid,
  updateByBothKeepsStxid,
  updateRecalculatesFee,
  distinctMtxidsAreDistinct,
  concurrentUpdatesKeepStxid,
  outlivesOtherTraffic,
  stateMachine,
  acceptsStxid,
  acceptsMtxid,
  acceptsBoth,
  acceptsLateMtxid,
  requiresStxidOrMtxid,
  authcodeIsOptional,
  authcodeIsOpaque,
  answersStxidString,
  survivesMalformedInput,
  answersInTime,
  refusesMissingToken,
  refusesInvalidToken,
  https,
  postOnly,
  contentTypeJson,
  refusesWrongTypes,
  namesAreCaseSensitive,
  refusesNegativeAmount,
  feeIsNotNegative,
  feeHasCents,
  sameRequestSameFee,
  doesNotDependOnOtherCalls,
  neverEchoesCardNumber,
  refusesUnknownRegion,
  formsAgree,
  refusesUnknownCountry,
  refusesUnknownProcessor,
  refusesPartOverTotal,
  opaqueDataDoesNotChangeFee,
  mtxidIsCaseSensitive,
  merchantsAreIsolated,
  refusesUnknownTransaction,
  remembersLateMtxid,
  oneTransactionPerMtxid,
  partialUpdateKeepsOrRefuses,
  outlivesAPause,
  refusesMismatchedIdentifiers,
  noServerErrorOnBadInput,
  noInternalsInErrors,
  refusesOversizedBody,
];
