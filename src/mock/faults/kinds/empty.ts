/** `empty`: status and headers as ever, and no body. The call was carried out. */
import type { Kind } from '../effect.ts';

export const empty: Kind<'empty'> = () => ({ text: () => '' });
