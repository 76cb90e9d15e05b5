/** What becomes of texts that are empty or blank. */
import { observes } from '../observation.ts';
import { acceptsAuthcode, acceptsTexts, alike } from './texts.ts';

export const emptyTexts = observes('empty-texts', {
  asks: async (scene) =>
    alike(
      await optionFor((text) => acceptsTexts(scene, [text])),
      await optionFor((text) => acceptsAuthcode(scene, text)),
    ),
});

async function optionFor(accepts: (text: string) => Promise<boolean>): Promise<string> {
  if (await accepts('')) return 'take';

  return (await accepts(' ')) ? 'refuse' : 'refuse-blank';
}
