/** Recognises secrets that a hostile server obfuscates with escapes or separators. */

/** Letters and digits of a secret; shorter ones could match other text by chance. */
const MIN_LENGTH = 16;

/** Levels of nested escapes that are decoded. */
const MAX_LAYERS = 3;

/** `A` as `\u0041`, `\u{41}`, `\x41`, `%41`, `=41`, `&#65;` or `&#x41;`; and escapes of other characters. */
const ESCAPES =
  /\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|%([\da-f]{2})|=([\da-f]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|\\[bfnrt]|&[a-z]+;/gi;

/** Index of the group with decimal digits; the groups before it are hexadecimal. */
const DECIMAL = 6;

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
  return text.replaceAll(ESCAPES, (_, ...groups: readonly (string | undefined)[]) => {
    const hex = groups.slice(0, DECIMAL).find((digits) => digits !== undefined);
    const code = hex === undefined ? Number(groups[DECIMAL] ?? 0) : Number.parseInt(hex, 16);

    return code > 0 && code < 128 ? String.fromCharCode(code) : '';
  });
}
