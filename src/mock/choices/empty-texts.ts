/** What becomes of an empty text in campaign, data or authCode. */
import { asEver, choice } from '../choosing/choice.ts';
import { OPAQUE_FIELDS, objectingToTexts } from '../choosing/texts.ts';

export const emptyTexts = choice('empty-texts', {
  take: asEver,
  refuse: objectingToTexts(OPAQUE_FIELDS, 'a text that is not empty', (text) => text !== ''),
  'refuse-blank': objectingToTexts(OPAQUE_FIELDS, 'a text that is not blank', (text) => text.trim() !== ''),
});
