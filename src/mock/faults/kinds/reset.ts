/** `reset`: the connection is reset before any byte; with `reset=after` the call was carried out all the same. */
import { type Kind, unseen } from '../effect.ts';

export const reset: Kind<'reset'> = (moment) => ({
  sending: { kind: 'reset' },
  ...(moment === 'before' ? { instead: unseen } : {}),
});
