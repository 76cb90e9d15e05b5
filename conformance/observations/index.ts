/** The observations by group, in the order in which they are made: an observation is one file and one line here. */

import { amountBeyondCents } from './amounts/amount-beyond-cents.ts';
import { largestAmount } from './amounts/largest-amount.ts';
import { extraResponseFields } from './answers/extra-response-fields.ts';
import { fieldOrder } from './answers/field-order.ts';
import { jsonLayout } from './answers/json-layout.ts';
import { numberForm } from './answers/number-form.ts';
import { responseMediaType } from './answers/response-media-type.ts';
import { saleStatus } from './answers/sale-status.ts';
import { stxidForm } from './answers/stxid-form.ts';
import { successStatus } from './answers/success-status.ts';
import { longestMtxid } from './mtxids/longest-mtxid.ts';
import { mtxidCharacters } from './mtxids/mtxid-characters.ts';
import type { Observation } from './observation.ts';
import { malformedJsonStatus } from './refusals/malformed-json-status.ts';
import { refusal } from './refusals/refusal.ts';
import { refusalForms } from './refusals/refusal-forms.ts';
import { refusalStatus } from './refusals/refusal-status.ts';
import { unknownTransactionStatus } from './refusals/unknown-transaction-status.ts';
import { largestBody } from './requests/largest-body.ts';
import { missingXRequestedWith } from './requests/missing-x-requested-with.ts';
import { nullOptionalFields } from './requests/null-optional-fields.ts';
import { unknownRequestFields } from './requests/unknown-request-fields.ts';
import { zeroAmount } from './requests/zero-amount.ts';
import { controlCharacters } from './texts/control-characters.ts';
import { emptyTexts } from './texts/empty-texts.ts';
import { longestAuthcode } from './texts/longest-authcode.ts';
import { longestText } from './texts/longest-text.ts';
import { mostTexts } from './texts/most-texts.ts';
import { expiredToken } from './tokens/expired-token.ts';
import { invalidToken } from './tokens/invalid-token.ts';
import { missingToken } from './tokens/missing-token.ts';
import { rateLimiting } from './traffic/rate-limiting.ts';
import { mismatchedIdentifiers } from './transactions/mismatched-identifiers.ts';
import { partialUpdate } from './transactions/partial-update.ts';
import { secondSale } from './transactions/second-sale.ts';
import { unknownStxidOnFee } from './transactions/unknown-stxid-on-fee.ts';
import { updateAfterSale } from './transactions/update-after-sale.ts';
import { updateToAnotherCard } from './transactions/update-to-another-card.ts';

/**
 * Those of a group are made one after another, the groups of a stage side by side, stage after stage: whoever is asked
 * with strange tokens may lock the suite out, and rate limiting is told by all that went before. What takes many requests
 * comes late.
 */
export const STAGES: readonly (readonly (readonly Observation[])[])[] = [
  [
    [
      successStatus,
      saleStatus,
      extraResponseFields,
      numberForm,
      fieldOrder,
      jsonLayout,
      responseMediaType,
      stxidForm,
    ],
  ],
  [
    [refusal, refusalStatus, malformedJsonStatus, unknownTransactionStatus, refusalForms],
    [missingXRequestedWith, unknownRequestFields, nullOptionalFields, zeroAmount],
    [
      unknownStxidOnFee,
      mismatchedIdentifiers,
      partialUpdate,
      secondSale,
      updateAfterSale,
      updateToAnotherCard,
    ],
    [largestAmount],
    [longestMtxid, mtxidCharacters],
    [longestText, longestAuthcode, emptyTexts, controlCharacters, mostTexts, largestBody],
  ],
  [[amountBeyondCents]],
  [[missingToken, invalidToken, expiredToken]],
  [[rateLimiting]],
];

export const OBSERVATIONS: readonly Observation[] = STAGES.flat(2);
