/** The status of an accepted fee call. */
import { observes } from '../observation.ts';
import { successOf } from '../sight.ts';

export const successStatus = observes('success-status', {
  reads: (sight) =>
    successOf(sight, 'calculateFee') === undefined ? undefined : [String(sight.answer.status)],
});
