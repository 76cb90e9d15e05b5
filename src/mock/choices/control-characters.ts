/** What becomes of a text with control characters in campaign, data or authCode. */
import { asEver, choice } from '../choosing/choice.ts';
import { OPAQUE_FIELDS, objectingToTexts } from '../choosing/texts.ts';

export const controlCharacters = choice('control-characters', {
  take: asEver,
  'refuse-null': objectingToTexts(OPAQUE_FIELDS, 'a text without U+0000', (text) => !text.includes('\u0000')),
  refuse: objectingToTexts(
    OPAQUE_FIELDS,
    'a text without control characters',
    (text) => !/\p{Cc}/u.test(text),
  ),
});
