/** The HTTP status of an accepted fee call. */
import { asEver, choice, writing } from '../choosing/choice.ts';

export const successStatus = choice('success-status', {
  '200': asEver,
  '201': writing({ feeStatus: 201 }),
  '202': writing({ feeStatus: 202 }),
});
