/** Recognises secrets that a hostile server obfuscates with escapes or separators. */

/** Letters and digits of a secret; shorter ones could match other text by chance. */
const MIN_LENGTH = 16;

/** Levels of nested escapes that are decoded. */
const MAX_LAYERS = 3;

/**
 * `A` as `\u0041`, `\u{41}`, `\x41`, `%41`, `=41`, `&#65;` or `&#x41;`; and escapes of other characters. Without groups,
 * which would take memory for every escape of a text.
 */
const ESCAPES =
  /\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\x[\da-f]{2}|%[\da-f]{2}|=[\da-f]{2}|&#x[\da-f]{1,6};?|&#\d{1,7};?|\\[bfnrt]|&[a-z]+;/gi;

/** The number in an escape of a letter. */
const HEXADECIMAL = /^(?:\\u\{?|\\x|[%=]|&#x)([\da-f]+)/i;
const DECIMAL = /^&#(\d+)/;

/** Returns a function that reports whether a text contains a secret, with any separators between its letters. */
export function createDisguiseDetector(secrets: readonly string[]): (text: string) => boolean {
  const cores = secrets.map(core).filter(({ length }) => length >= MIN_LENGTH);

  return (text) => {
    if (text.length < MIN_LENGTH) return false;
    for (let layer = 0, shown = text; layer <= MAX_LAYERS; layer++) {
      const letters = core(shown);
      if (cores.some((secret) => letters.includes(secret))) return true;
      const decoded = decode(shown);
      if (decoded === shown) return false;
      shown = decoded;
    }

    return false;
  };
}

function core(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]+/g, '');
}

function decode(text: string): string {
  return text.replaceAll(ESCAPES, (written) => {
    const hex = HEXADECIMAL.exec(written)?.[1];
    const code = hex === undefined ? Number(DECIMAL.exec(written)?.[1] ?? 0) : Number.parseInt(hex, 16);

    return code > 0 && code < 128 ? String.fromCharCode(code) : '';
  });
}
