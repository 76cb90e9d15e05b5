/** `malformed`: status and headers as ever, and a body that is no JSON. The call was carried out. */
import type { Kind } from '../effect.ts';

/** A JSON object without its last brace is none. */
export const malformed: Kind<'malformed'> = () => ({ text: (text) => text.trimEnd().slice(0, -1) || '{' });
