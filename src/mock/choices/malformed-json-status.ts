/** The HTTP status of a refusal of a body that is not JSON. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const malformedJsonStatus = choice('malformed-json-status', {
  '400': asEver,
  '422': writing({ malformedStatus: 422 }),
  '500': writing({ malformedStatus: 500 }),
});
