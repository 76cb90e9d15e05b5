/** The list of defects, one for each must rule: a rule added to the catalogue does not compile until it has its own. */
import type { MustRule } from '../../contract/rule-ids.ts';
import { defaultsTo840 } from './country/defaults-to-840.ts';
import type { Defect } from './defect.ts';
import { acceptsAllFieldsAtOnce } from './fee-request/accepts-all-fields-at-once.ts';
import { acceptsDecimalAmounts } from './fee-request/accepts-decimal-amounts.ts';
import { acceptsEachOptionalField } from './fee-request/accepts-each-optional-field.ts';
import { acceptsRequiredFieldsAlone } from './fee-request/accepts-required-fields-alone.ts';
import { requiresAmount } from './fee-request/requires-amount.ts';
import { requiresNicn } from './fee-request/requires-nicn.ts';
import { requiresRegion } from './fee-request/requires-region.ts';
import { hasMessageOk } from './fee-response/has-message-ok.ts';
import { hasStxidString } from './fee-response/has-stxid-string.ts';
import { hasTransactionFeeNumber } from './fee-response/has-transaction-fee-number.ts';
import { isJsonObject } from './fee-response/is-json-object.ts';
import { concurrentUpdatesKeepStxid } from './identity/concurrent-updates-keep-stxid.ts';
import { distinctMtxidsAreDistinct } from './identity/distinct-mtxids-are-distinct.ts';
import { outlivesOtherTraffic } from './identity/outlives-other-traffic.ts';
import { stateMachine } from './identity/state-machine.ts';
import { stxidIsUnique } from './identity/stxid-is-unique.ts';
import { updateByBothKeepsStxid } from './identity/update-by-both-keeps-stxid.ts';
import { updateByMtxidKeepsStxid } from './identity/update-by-mtxid-keeps-stxid.ts';
import { updateByStxidKeepsStxid } from './identity/update-by-stxid-keeps-stxid.ts';
import { updateRecalculatesFee } from './identity/update-recalculates-fee.ts';
import { acceptsPartOfTotal } from './multi-pay/accepts-part-of-total.ts';
import { accepts6To8Digits } from './nicn/accepts-6-to-8-digits.ts';
import { refusesFewerThan6Digits } from './nicn/refuses-fewer-than-6-digits.ts';
import { refusesMoreThan8Digits } from './nicn/refuses-more-than-8-digits.ts';
import { refusesNonDigits } from './nicn/refuses-non-digits.ts';
import { campaignAndDataAreOpaque } from './opaque/campaign-and-data-are-opaque.ts';
import { acceptsMidOrName } from './processor/accepts-mid-or-name.ts';
import { midAndNameAgree } from './processor/mid-and-name-agree.ts';
import { optionalWithOne } from './processor/optional-with-one.ts';
import { requiredWithSeveral } from './processor/required-with-several.ts';
import { acceptsIsoStateCode } from './region/accepts-iso-state-code.ts';
import { acceptsTwoLetterState } from './region/accepts-two-letter-state.ts';
import { acceptsZipCode } from './region/accepts-zip-code.ts';
import { answersInTime } from './robustness/answers-in-time.ts';
import { survivesMalformedInput } from './robustness/survives-malformed-input.ts';
import { acceptsBoth } from './sale/accepts-both.ts';
import { acceptsLateMtxid } from './sale/accepts-late-mtxid.ts';
import { acceptsMtxid } from './sale/accepts-mtxid.ts';
import { acceptsStxid } from './sale/accepts-stxid.ts';
import { answersStxidString } from './sale/answers-stxid-string.ts';
import { authcodeIsOpaque } from './sale/authcode-is-opaque.ts';
import { authcodeIsOptional } from './sale/authcode-is-optional.ts';
import { requiresStxidOrMtxid } from './sale/requires-stxid-or-mtxid.ts';

export const DEFECTS: { readonly [R in MustRule]: Defect<R> } = {
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
};
