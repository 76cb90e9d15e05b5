/** A token that nobody issued is as good as none. Whether one that has expired is taken is a choice. */
import { turnsAway } from '../../patterns/turns-away.ts';

export const refusesInvalidToken = turnsAway({
  id: 'auth/refuses-invalid-token',
  title: 'for a token that is garbled, unsigned or signed by another there is no fee and no sale',
  after: ['auth/refuses-missing-token'],
  credentials: ['garbled', 'forged', 'unsigned'],
});
