/** The Content-Type of an accepted answer. */
import { observes } from '../observation.ts';
import { shownType } from '../shape.ts';
import { successIn } from '../sight.ts';

export const responseMediaType = observes('response-media-type', {
  reads(sight) {
    if (successIn(sight) === undefined) return undefined;
    const type = sight.answer.headers['content-type']?.trim().toLowerCase();
    if (type === undefined || type === '') return ['none'];
    if (/^application\/json$/.test(type)) return ['json'];
    if (/^application\/json *; *charset="?utf-?8"?$/.test(type)) return ['json-charset'];
    if (/^[\w.-]+\/[\w.-]+\+json *(;|$)/.test(type)) return ['json-suffix'];

    return [/^text\/plain *(;|$)/.test(type) ? 'text-plain' : shownType(type)];
  },
});
