/** The header Content-Type of an accepted answer. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const responseMediaType = choice('response-media-type', {
  json: asEver,
  'json-charset': writing({ mediaType: 'application/json; charset=utf-8' }),
  'json-suffix': writing({ mediaType: 'application/vnd.tollgate.fees+json' }),
  'text-plain': writing({ mediaType: 'text/plain; charset=utf-8' }),
  none: writing({ mediaType: undefined }),
});
