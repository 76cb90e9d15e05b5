/** What becomes of request fields that the document does not have. */
import { asEver, choice } from '../choosing/choice.ts';
import { unknownFields } from '../choosing/request-fields.ts';
import { objecting } from '../choosing/stations.ts';

export const unknownRequestFields = choice('unknown-request-fields', {
  ignore: asEver,
  refuse: objecting(unknownFields),
});
