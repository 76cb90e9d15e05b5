/** The list of choices as the mock makes them: one that is added to the contract does not compile until it stands here. */
import type { ChoiceName } from '../../contract/choices.ts';
import type { Choice } from '../choosing/choice.ts';
import { amountBeyondCents } from './amount-beyond-cents.ts';
import { controlCharacters } from './control-characters.ts';
import { emptyTexts } from './empty-texts.ts';
import { expiredToken } from './expired-token.ts';
import { extraResponseFields } from './extra-response-fields.ts';
import { fieldOrder } from './field-order.ts';
import { invalidToken } from './invalid-token.ts';
import { jsonLayout } from './json-layout.ts';
import { largestAmount } from './largest-amount.ts';
import { largestBody } from './largest-body.ts';
import { longestAuthcode } from './longest-authcode.ts';
import { longestMtxid } from './longest-mtxid.ts';
import { longestText } from './longest-text.ts';
import { malformedJsonStatus } from './malformed-json-status.ts';
import { mismatchedIdentifiers } from './mismatched-identifiers.ts';
import { missingToken } from './missing-token.ts';
import { missingXRequestedWith } from './missing-x-requested-with.ts';
import { mostTexts } from './most-texts.ts';
import { mtxidCharacters } from './mtxid-characters.ts';
import { nullOptionalFields } from './null-optional-fields.ts';
import { numberForm } from './number-form.ts';
import { partialUpdate } from './partial-update.ts';
import { rateLimiting } from './rate-limiting.ts';
import { refusal } from './refusal.ts';
import { refusalStatus } from './refusal-status.ts';
import { responseMediaType } from './response-media-type.ts';
import { saleStatus } from './sale-status.ts';
import { secondSale } from './second-sale.ts';
import { stxidForm } from './stxid-form.ts';
import { successStatus } from './success-status.ts';
import { unknownRequestFields } from './unknown-request-fields.ts';
import { unknownStxidOnFee } from './unknown-stxid-on-fee.ts';
import { unknownTransactionStatus } from './unknown-transaction-status.ts';
import { updateAfterSale } from './update-after-sale.ts';
import { updateToAnotherCard } from './update-to-another-card.ts';
import { zeroAmount } from './zero-amount.ts';

export const MADE_CHOICES: { readonly [N in ChoiceName]: Choice<N> } = {
  'success-status': successStatus,
  'sale-status': saleStatus,
  'extra-response-fields': extraResponseFields,
  'number-form': numberForm,
  'field-order': fieldOrder,
  'json-layout': jsonLayout,
  'response-media-type': responseMediaType,
  'stxid-form': stxidForm,
  refusal: refusal,
  'refusal-status': refusalStatus,
  'malformed-json-status': malformedJsonStatus,
  'unknown-transaction-status': unknownTransactionStatus,
  'missing-token': missingToken,
  'invalid-token': invalidToken,
  'expired-token': expiredToken,
  'missing-x-requested-with': missingXRequestedWith,
  'unknown-stxid-on-fee': unknownStxidOnFee,
  'mismatched-identifiers': mismatchedIdentifiers,
  'partial-update': partialUpdate,
  'update-after-sale': updateAfterSale,
  'update-to-another-card': updateToAnotherCard,
  'second-sale': secondSale,
  'unknown-request-fields': unknownRequestFields,
  'null-optional-fields': nullOptionalFields,
  'zero-amount': zeroAmount,
  'amount-beyond-cents': amountBeyondCents,
  'largest-amount': largestAmount,
  'longest-mtxid': longestMtxid,
  'mtxid-characters': mtxidCharacters,
  'longest-text': longestText,
  'longest-authcode': longestAuthcode,
  'empty-texts': emptyTexts,
  'control-characters': controlCharacters,
  'most-texts': mostTexts,
  'largest-body': largestBody,
  'rate-limiting': rateLimiting,
};
