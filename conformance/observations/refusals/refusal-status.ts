/** The status of a refusal of a fee call for its content. */
import { without } from '../../patterns/refuses.ts';
import { observes } from '../observation.ts';
import { refusedWithStatus, statusFor } from './refused-for.ts';

export const refusalStatus = observes('refusal-status', {
  reads: (sight) => statusFor(sight, 'content'),
  asks: async ({ fee, words }) =>
    refusedWithStatus(await fee(without(words.baseline, 'amount')), 'a fee call without amount'),
});
