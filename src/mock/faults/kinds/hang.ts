/** `hang`: no answer comes, for as long as the client waits; with `hang=after` the call was carried out all the same. */
import { type Kind, unseen } from '../effect.ts';

export const hang: Kind<'hang'> = (moment) => ({
  sending: { kind: 'hang' },
  ...(moment === 'before' ? { instead: unseen } : {}),
});
