/** The HTTP status of a refusal of identifiers that lead to no transaction. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const unknownTransactionStatus = choice('unknown-transaction-status', {
  '422': asEver,
  '404': writing({ unknownStatus: 404 }),
  '400': writing({ unknownStatus: 400 }),
  '410': writing({ unknownStatus: 410 }),
});
