/** `truncated`: the connection ends after half of the body that the head announced. The call was carried out. */
import type { Kind } from '../effect.ts';

export const truncated: Kind<'truncated'> = () => ({ sending: { kind: 'truncated' } });
