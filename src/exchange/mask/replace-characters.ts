/** Replaces letters and digits by those of a keyed hash, so that the form of a text and equality stay. */
import { hash } from 'node:crypto';

/** No longer text is a card number: it is replaced once. */
const LONGEST_TRIED = 64;

/** Far more tries than needed if one text in ten is accepted. */
const MOST_TRIES = 2_000;

/**
 * Replaces ASCII digits by digits and ASCII letters by letters of the same case, and keeps everything else. Equal texts stay
 * equal; different ones of a few characters may become equal by chance.
 *
 * @param key secret and of a fixed length
 * @param isAccepted must accept the text itself, which is returned only where no other is accepted
 */
export function replaceCharacters(
  text: string,
  key: string,
  isAccepted: (text: string) => boolean = () => true,
): string {
  if (!/[0-9A-Za-z]/.test(text)) return text;
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const replaced = replaceOnce(text, hash('sha256', `${key} ${attempt} ${text}`));
    if (replaced !== text && (text.length > LONGEST_TRIED || isAccepted(replaced))) return replaced;
  }

  return text;
}

/** Characters that one hash replaces. */
const BLOCK = 16;

/** @param seed short, since each block hashes it */
function replaceOnce(text: string, seed: string): string {
  let index = 0;
  let block: Buffer = Buffer.alloc(0);

  return text.replaceAll(/[0-9A-Za-z]/g, (letter) => {
    if (index % BLOCK === 0) block = hash('sha256', `${index} ${seed}`, 'buffer');
    const number = block.readUInt16LE((index++ % BLOCK) * 2);
    if (letter <= '9') return String(number % 10);
    const lower = ((number % 26) + 10).toString(36);

    return letter < 'a' ? lower.toUpperCase() : lower;
  });
}
