/** The HTTP status of a refusal for a request's content. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const refusalStatus = choice('refusal-status', {
  '422': asEver,
  '400': writing({ contentStatus: 400 }),
  '404': writing({ contentStatus: 404 }),
  '409': writing({ contentStatus: 409 }),
  '500': writing({ contentStatus: 500 }),
});
