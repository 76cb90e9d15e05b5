/** `slow-body=40`: the head at once, and the body so many bytes a second. The call was carried out. */
import type { Kind } from '../effect.ts';

export const slowBody: Kind<'slow-body'> = (bytesPerSecond) => ({
  sending: { kind: 'dripping', bytesPerSecond },
});
