/** The rules on services, in the order of the catalogue. Generated from `src/contract/rule-ids.ts` by `npm run generate`. */
import type { Rule } from '../rule/rule.ts';
import { acceptsRequiredFieldsAlone } from './fee-request/accepted.ts';
import { requiresAmount } from './fee-request/required.ts';
import { requiresNicn } from './fee-request/required.ts';
import { requiresRegion } from './fee-request/required.ts';
import { acceptsDecimalAmounts } from './fee-request/accepted.ts';
import { acceptsEachOptionalField } from './fee-request/accepted.ts';
import { acceptsAllFieldsAtOnce } from './fee-request/accepted.ts';
import { acceptsAnySpelling } from './fee-request/accepts-any-spelling.ts';
import { accepts6To8Digits } from './nicn/digits.ts';
import { refusesFewerThan6Digits } from './nicn/digits.ts';
import { refusesMoreThan8Digits } from './nicn/digits.ts';
import { refusesNonDigits } from './nicn/digits.ts';
import { acceptsZipCode } from './region/regions.ts';
import { acceptsTwoLetterState } from './region/regions.ts';
import { acceptsIsoStateCode } from './region/regions.ts';
import { defaultsTo840 } from './country/countries.ts';
import { optionalWithOne } from './processor/processors.ts';
import { requiredWithSeveral } from './processor/processors.ts';
import { acceptsMidOrName } from './processor/processors.ts';
import { midAndNameAgree } from './processor/processors.ts';
import { acceptsPartOfTotal } from './multi-pay/parts.ts';
import { campaignAndDataAreOpaque } from './opaque/texts.ts';
import { isJsonObject } from './fee-response/responses.ts';
import { hasTransactionFeeNumber } from './fee-response/responses.ts';
import { hasStxidString } from './fee-response/responses.ts';
import { hasMessageOk } from './fee-response/responses.ts';
import { matchesReference } from './fee/prices.ts';
import { stxidIsUnique } from './identity/distinct.ts';
import { updateByStxidKeepsStxid } from './identity/updates.ts';
import { updateByMtxidKeepsStxid } from './identity/updates.ts';
import { updateByBothKeepsStxid } from './identity/updates.ts';
import { updateRecalculatesFee } from './identity/update-recalculates-fee.ts';
import { distinctMtxidsAreDistinct } from './identity/distinct.ts';
import { concurrentUpdatesKeepStxid } from './identity/concurrent-updates-keep-stxid.ts';
import { outlivesOtherTraffic } from './identity/lifetime.ts';
import { stateMachine } from './identity/state-machine.ts';
import { acceptsStxid } from './sale/accepted.ts';
import { acceptsMtxid } from './sale/accepted.ts';
import { acceptsBoth } from './sale/accepted.ts';
import { acceptsLateMtxid } from './sale/accepted.ts';
import { requiresStxidOrMtxid } from './sale/refused.ts';
import { authcodeIsOptional } from './sale/refused.ts';
import { authcodeIsOpaque } from './sale/refused.ts';
import { answersStxidString } from './sale/answers-stxid-string.ts';
import { survivesMalformedInput } from './robustness/still-priced.ts';
import { answersInTime } from './robustness/answers-in-time.ts';
import { refusesMissingToken } from './auth/tokens.ts';
import { refusesInvalidToken } from './auth/tokens.ts';
import { acceptsValidToken } from './auth/tokens.ts';
import { https } from './transport/messages.ts';
import { postOnly } from './transport/messages.ts';
import { contentTypeJson } from './transport/messages.ts';
import { refusesWrongTypes } from './fee-request/refuses-wrong-types.ts';
import { namesAreCaseSensitive } from './fee-request/required.ts';
import { refusesNegativeAmount } from './fee-request/refuses-negative-amount.ts';
import { feeIsNotNegative } from './fee-response/responses.ts';
import { feeHasCents } from './fee-response/responses.ts';
import { sameRequestSameFee } from './fee-response/responses.ts';
import { doesNotDependOnOtherCalls } from './fee/prices.ts';
import { neverEchoesCardNumber } from './nicn/digits.ts';
import { refusesUnknownRegion } from './region/regions.ts';
import { formsAgree } from './region/regions.ts';
import { refusesUnknownCountry } from './country/countries.ts';
import { refusesUnknownProcessor } from './processor/processors.ts';
import { refusesPartOverTotal } from './multi-pay/parts.ts';
import { opaqueDataDoesNotChangeFee } from './opaque/texts.ts';
import { mtxidIsCaseSensitive } from './identity/distinct.ts';
import { merchantsAreIsolated } from './identity/merchants-are-isolated.ts';
import { refusesUnknownTransaction } from './sale/refused.ts';
import { remembersLateMtxid } from './identity/remembers-late-mtxid.ts';
import { oneTransactionPerMtxid } from './identity/distinct.ts';
import { partialUpdateKeepsOrRefuses } from './identity/partial-update-keeps-or-refuses.ts';
import { outlivesAPause } from './identity/lifetime.ts';
import { refusesMismatchedIdentifiers } from './sale/refused.ts';
import { noServerErrorOnBadInput } from './robustness/every-response.ts';
import { noInternalsInErrors } from './robustness/every-response.ts';
import { refusesOversizedBody } from './robustness/still-priced.ts';

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
  acceptsValidToken,
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
