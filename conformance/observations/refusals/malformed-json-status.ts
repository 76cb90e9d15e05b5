/** The status of a refusal of a body that is not JSON. */
import { observes } from '../observation.ts';
import { refusedWithStatus, statusFor } from './refused-for.ts';

export const malformedJsonStatus = observes('malformed-json-status', {
  reads: (sight) => statusFor(sight, 'malformed JSON'),
  asks: async ({ fee }) => refusedWithStatus(await fee({ raw: '{"amount":' }), 'a body that is not JSON'),
});
