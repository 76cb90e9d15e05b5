/** How the JSON of an accepted answer is laid out. */
import { observes } from '../observation.ts';
import { successIn } from '../sight.ts';

export const jsonLayout = observes('json-layout', {
  reads(sight) {
    if (successIn(sight) === undefined) return undefined;
    const text = sight.answer.text.trim();
    if (LETTER_AS_ESCAPE.test(text)) return ['escaped'];
    const between = text.replaceAll(/"(?:\\.|[^"\\])*"/g, '""');
    if (/[\r\n]/.test(between)) return ['indented'];

    return [/\s/.test(between) ? 'spaced' : 'compact'];
  },
});

/** An escape that nothing asks for: of an ASCII letter. */
const LETTER_AS_ESCAPE = /(?<!\\)(?:\\\\)*\\u00(?:[46][1-9a-f]|[57][0-9a])/i;
