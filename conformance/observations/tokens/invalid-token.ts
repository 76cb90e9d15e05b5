/** What becomes of a request whose token is no JWT. */
import { observes } from '../observation.ts';
import { becomesOf } from './becomes-of.ts';

export const invalidToken = observes('invalid-token', becomesOf('garbled'));
