/** Quotes text for bash and zsh, so that a printed command is exact and no terminal or CI runner acts on it. */
import { UNSAFE } from './visible.ts';

/** As in `visible`. */
const KEPT = /^[\n\t\u200c\u200d]$/;

/** In single quotes; characters that must not be printed are written as their bytes: `'a'$'\342\200\256''b'`. */
export function quote(text: string): string {
  const quoted = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(UNSAFE, (unsafe) => (KEPT.test(unsafe) ? unsafe : `'$'${octal(unsafe)}''`));

  return `'${quoted}'`;
}

/** As UTF-8. Octal escapes have three digits, so that they end before a digit that follows. */
function octal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
