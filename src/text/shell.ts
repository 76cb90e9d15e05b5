/** Quotes text for bash and zsh, safe to print in terminals and CI logs. */
import { UNSAFE } from './visible.ts';

/** The same exceptions as in `visible`. */
const KEPT = /^[\n\t\u200c\u200d]$/;

/** Uses single quotes; writes unsafe characters as octal bytes: `'a'$'\342\200\256''b'`. */
export function quote(text: string): string {
  const quoted = text
    .replaceAll("'", String.raw`'\''`)
    .replaceAll(UNSAFE, (unsafe) => (KEPT.test(unsafe) ? unsafe : `'$'${octal(unsafe)}''`));

  return `'${quoted}'`;
}

/** Quotes only what a shell would interpret: people read the command too. */
export function quoteWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : quote(word);
}

/** UTF-8 bytes as octal escapes of three digits, which a following digit cannot extend. */
function octal(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(
    '',
  );
}
