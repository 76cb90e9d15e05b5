/** The list of defects, one for each rule that a mock can break: one that is added does not compile until it has its own. */
import type { BreakableRule } from '../../contract/rule-ids.ts';
import { refusesInvalidToken } from './auth/refuses-invalid-token.ts';
import { refusesMissingToken } from './auth/refuses-missing-token.ts';
import { defaultsTo840 } from './country/defaults-to-840.ts';
import type { Defect } from './defect.ts';
import { matchesReference } from './fee/matches-reference.ts';
import { acceptsAllFieldsAtOnce } from './fee-request/accepts-all-fields-at-once.ts';
import { acceptsDecimalAmounts } from './fee-request/accepts-decimal-amounts.ts';
import { acceptsEachOptionalField } from './fee-request/accepts-each-optional-field.ts';
import { acceptsRequiredFieldsAlone } from './fee-request/accepts-required-fields-alone.ts';
import { refusesNegativeAmount } from './fee-request/refuses-negative-amount.ts';
import { refusesWrongTypes } from './fee-request/refuses-wrong-types.ts';
import { requiresAmount } from './fee-request/requires-amount.ts';
import { requiresNicn } from './fee-request/requires-nicn.ts';
import { requiresRegion } from './fee-request/requires-region.ts';
import { feeHasCents } from './fee-response/fee-has-cents.ts';
import { feeIsNotNegative } from './fee-response/fee-is-not-negative.ts';
import { hasMessageOk } from './fee-response/has-message-ok.ts';
import { hasStxidString } from './fee-response/has-stxid-string.ts';
import { hasTransactionFeeNumber } from './fee-response/has-transaction-fee-number.ts';
import { isJsonObject } from './fee-response/is-json-object.ts';
import { sameRequestSameFee } from './fee-response/same-request-same-fee.ts';
import { concurrentUpdatesKeepStxid } from './identity/concurrent-updates-keep-stxid.ts';
import { distinctMtxidsAreDistinct } from './identity/distinct-mtxids-are-distinct.ts';
import { merchantsAreIsolated } from './identity/merchants-are-isolated.ts';
import { mtxidIsCaseSensitive } from './identity/mtxid-is-case-sensitive.ts';
import { outlivesOtherTraffic } from './identity/outlives-other-traffic.ts';
import { stateMachine } from './identity/state-machine.ts';
import { stxidIsUnique } from './identity/stxid-is-unique.ts';
import { updateByBothKeepsStxid } from './identity/update-by-both-keeps-stxid.ts';
import { updateByMtxidKeepsStxid } from './identity/update-by-mtxid-keeps-stxid.ts';
import { updateByStxidKeepsStxid } from './identity/update-by-stxid-keeps-stxid.ts';
import { updateRecalculatesFee } from './identity/update-recalculates-fee.ts';
import { acceptsPartOfTotal } from './multi-pay/accepts-part-of-total.ts';
import { refusesPartOverTotal } from './multi-pay/refuses-part-over-total.ts';
import { accepts6To8Digits } from './nicn/accepts-6-to-8-digits.ts';
import { neverEchoesCardNumber } from './nicn/never-echoes-card-number.ts';
import { refusesFewerThan6Digits } from './nicn/refuses-fewer-than-6-digits.ts';
import { refusesMoreThan8Digits } from './nicn/refuses-more-than-8-digits.ts';
import { refusesNonDigits } from './nicn/refuses-non-digits.ts';
import { campaignAndDataAreOpaque } from './opaque/campaign-and-data-are-opaque.ts';
import { opaqueDataDoesNotChangeFee } from './opaque/opaque-data-does-not-change-fee.ts';
import { acceptsMidOrName } from './processor/accepts-mid-or-name.ts';
import { midAndNameAgree } from './processor/mid-and-name-agree.ts';
import { optionalWithOne } from './processor/optional-with-one.ts';
import { refusesUnknownProcessor } from './processor/refuses-unknown.ts';
import { requiredWithSeveral } from './processor/required-with-several.ts';
import { acceptsIsoStateCode } from './region/accepts-iso-state-code.ts';
import { acceptsTwoLetterState } from './region/accepts-two-letter-state.ts';
import { acceptsZipCode } from './region/accepts-zip-code.ts';
import { formsAgree } from './region/forms-agree.ts';
import { refusesUnknownRegion } from './region/refuses-unknown.ts';
import { answersInTime } from './robustness/answers-in-time.ts';
import { noInternalsInErrors } from './robustness/no-internals-in-errors.ts';
import { noServerErrorOnBadInput } from './robustness/no-server-error-on-bad-input.ts';
import { refusesOversizedBody } from './robustness/refuses-oversized-body.ts';
import { survivesMalformedInput } from './robustness/survives-malformed-input.ts';
import { acceptsBoth } from './sale/accepts-both.ts';
import { acceptsLateMtxid } from './sale/accepts-late-mtxid.ts';
import { acceptsMtxid } from './sale/accepts-mtxid.ts';
import { acceptsStxid } from './sale/accepts-stxid.ts';
import { answersStxidString } from './sale/answers-stxid-string.ts';
import { authcodeIsOpaque } from './sale/authcode-is-opaque.ts';
import { authcodeIsOptional } from './sale/authcode-is-optional.ts';
import { refusesMismatchedIdentifiers } from './sale/refuses-mismatched-identifiers.ts';
import { refusesUnknownTransaction } from './sale/refuses-unknown-transaction.ts';
import { requiresStxidOrMtxid } from './sale/requires-stxid-or-mtxid.ts';
import { contentTypeJson } from './transport/content-type-json.ts';
import { postOnly } from './transport/post-only.ts';

export const DEFECTS: { readonly [R in BreakableRule]: Defect<R> } = {
  'fee-request/accepts-required-fields-alone': acceptsRequiredFieldsAlone,
  'fee-request/requires-amount': requiresAmount,
  'fee-request/requires-nicn': requiresNicn,
  'fee-request/requires-region': requiresRegion,
  'fee-request/accepts-decimal-amounts': acceptsDecimalAmounts,
  'fee-request/accepts-each-optional-field': acceptsEachOptionalField,
  'fee-request/accepts-all-fields-at-once': acceptsAllFieldsAtOnce,
  'nicn/accepts-6-to-8-digits': accepts6To8Digits,
  'nicn/refuses-fewer-than-6-digits': refusesFewerThan6Digits,
  'nicn/refuses-more-than-8-digits': refusesMoreThan8Digits,
  'nicn/refuses-non-digits': refusesNonDigits,
  'region/accepts-zip-code': acceptsZipCode,
  'region/accepts-two-letter-state': acceptsTwoLetterState,
  'region/accepts-iso-state-code': acceptsIsoStateCode,
  'country/defaults-to-840': defaultsTo840,
  'processor/optional-with-one': optionalWithOne,
  'processor/required-with-several': requiredWithSeveral,
  'processor/accepts-mid-or-name': acceptsMidOrName,
  'processor/mid-and-name-agree': midAndNameAgree,
  'multi-pay/accepts-part-of-total': acceptsPartOfTotal,
  'opaque/campaign-and-data-are-opaque': campaignAndDataAreOpaque,
  'fee-response/is-json-object': isJsonObject,
  'fee-response/has-transaction-fee-number': hasTransactionFeeNumber,
  'fee-response/has-stxid-string': hasStxidString,
  'fee-response/has-message-ok': hasMessageOk,
  'fee/matches-reference': matchesReference,
  'identity/stxid-is-unique': stxidIsUnique,
  'identity/update-by-stxid-keeps-stxid': updateByStxidKeepsStxid,
  'identity/update-by-mtxid-keeps-stxid': updateByMtxidKeepsStxid,
  'identity/update-by-both-keeps-stxid': updateByBothKeepsStxid,
  'identity/update-recalculates-fee': updateRecalculatesFee,
  'identity/distinct-mtxids-are-distinct': distinctMtxidsAreDistinct,
  'identity/concurrent-updates-keep-stxid': concurrentUpdatesKeepStxid,
  'identity/outlives-other-traffic': outlivesOtherTraffic,
  'identity/state-machine': stateMachine,
  'sale/accepts-stxid': acceptsStxid,
  'sale/accepts-mtxid': acceptsMtxid,
  'sale/accepts-both': acceptsBoth,
  'sale/accepts-late-mtxid': acceptsLateMtxid,
  'sale/requires-stxid-or-mtxid': requiresStxidOrMtxid,
  'sale/authcode-is-optional': authcodeIsOptional,
  'sale/authcode-is-opaque': authcodeIsOpaque,
  'sale/answers-stxid-string': answersStxidString,
  'robustness/survives-malformed-input': survivesMalformedInput,
  'robustness/answers-in-time': answersInTime,
  'auth/refuses-missing-token': refusesMissingToken,
  'auth/refuses-invalid-token': refusesInvalidToken,
  'transport/post-only': postOnly,
  'transport/content-type-json': contentTypeJson,
  'fee-request/refuses-wrong-types': refusesWrongTypes,
  'fee-request/refuses-negative-amount': refusesNegativeAmount,
  'fee-response/fee-is-not-negative': feeIsNotNegative,
  'fee-response/fee-has-cents': feeHasCents,
  'fee-response/same-request-same-fee': sameRequestSameFee,
  'nicn/never-echoes-card-number': neverEchoesCardNumber,
  'region/refuses-unknown': refusesUnknownRegion,
  'region/forms-agree': formsAgree,
  'processor/refuses-unknown': refusesUnknownProcessor,
  'multi-pay/refuses-part-over-total': refusesPartOverTotal,
  'opaque/opaque-data-does-not-change-fee': opaqueDataDoesNotChangeFee,
  'identity/mtxid-is-case-sensitive': mtxidIsCaseSensitive,
  'identity/merchants-are-isolated': merchantsAreIsolated,
  'sale/refuses-unknown-transaction': refusesUnknownTransaction,
  'sale/refuses-mismatched-identifiers': refusesMismatchedIdentifiers,
  'robustness/no-server-error-on-bad-input': noServerErrorOnBadInput,
  'robustness/no-internals-in-errors': noInternalsInErrors,
  'robustness/refuses-oversized-body': refusesOversizedBody,
};
