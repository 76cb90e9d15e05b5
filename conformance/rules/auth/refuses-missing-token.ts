/** Who brings no token gets no fee and no sale. */
import { turnsAway } from '../../patterns/turns-away.ts';

export const refusesMissingToken = turnsAway({
  id: 'auth/refuses-missing-token',
  title: 'without a token there is no fee and no sale',
  credentials: ['none'],
});
