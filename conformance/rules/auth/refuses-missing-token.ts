/** Who brings no token gets no fee and no sale. */
import { turnsAway } from '../../patterns/turns-away.ts';

export const refusesMissingToken = turnsAway({
  id: 'auth/refuses-missing-token',
  title: 'without a token there is no fee and no sale',
  tries: 'A fee call and a sale without the header Authorization.',
  fix:
    'Look for the token before anything else, on both endpoints, and give neither fee nor sale where ' +
    'there is none.',
  credentials: ['none'],
});
