/** What becomes of texts with control characters: U+0000, the others, and those that lay out a text. */
import { observes } from '../observation.ts';
import { acceptsAuthcode, acceptsTexts, alike } from './texts.ts';

const NULL = 'a\u0000b';
const OTHERS = 'a\u0001b\u001f\u007f';
const LAYOUT = 'a\r\nb\tc';

export const controlCharacters = observes('control-characters', {
  asks: async (scene) =>
    alike(
      await optionFor((text) => acceptsTexts(scene, [text])),
      await optionFor((text) => acceptsAuthcode(scene, text)),
    ),
});

async function optionFor(accepts: (text: string) => Promise<boolean>): Promise<string> {
  if (await accepts(LAYOUT + OTHERS + NULL)) return 'take';
  if (await accepts(LAYOUT + OTHERS)) return 'refuse-null';

  return (await accepts(LAYOUT)) ? 'take line breaks and tabs alone' : 'refuse';
}
