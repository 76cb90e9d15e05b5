/** What becomes of a request without a token. */
import { observes } from '../observation.ts';
import { becomesOf } from './becomes-of.ts';

export const missingToken = observes('missing-token', becomesOf('none'));
