/** Recognises a secret that a hostile server writes otherwise than it is: in escapes of whatever kinds, or in pieces. */

/** Of letters and digits: a shorter one may well be in other words by chance. */
const SHORTEST = 16;

/** What is escaped may be escaped again. */
const LAYERS = 3;

/** `A` as `\u0041`, `\u{41}`, `\x41`, `%41`, `=41`, `&#65;` or `&#x41;`; and what stands for no letter and no digit. */
const ESCAPES =
  /\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|%([\da-f]{2})|=([\da-f]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|\\[bfnrt]|&[a-z]+;/gi;

/** Which group has decimal digits; those before it have hexadecimal ones. */
const DECIMAL = 6;

/** Whether a text holds one of the secrets, whatever stands between its letters. */
export function createDisguises(secrets: readonly string[]): (text: string) => boolean {
  const cores = secrets.map(core).filter(({ length }) => length >= SHORTEST);

  return (text) => {
    if (text.length < SHORTEST) return false;
    for (let layer = 0, shown = text; layer <= LAYERS; layer++) {
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
