/** What becomes of null in an optional field. */
import { asEver, choice } from '../choosing/choice.ts';
import { withoutNulls } from '../choosing/indulgences.ts';
import { reading } from '../choosing/stations.ts';

export const nullOptionalFields = choice('null-optional-fields', {
  refuse: asEver,
  ignore: reading(withoutNulls),
});
