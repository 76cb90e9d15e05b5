/** Texts of the safe domain: a must rule may send them, because no ordinary service limits texts further. */
import fc from 'fast-check';

/** In UTF-8, which never has fewer bytes than the text has UTF-16 code units or code points. */
const MAX_BYTES = 32;

/** Of a request body with `\u` escapes for all characters beyond ASCII: 1 KiB minus space for identifiers. */
const MAX_BODY_BYTES = 960;

/** Short, not blank, and printable as Python's `str.isprintable` defines it. */
export function isSafeText(text: string): boolean {
  return /\S/u.test(text) && !/\p{C}|[^\P{Z} ]/u.test(text) && Buffer.byteLength(text) <= MAX_BYTES;
}

/** Whether the body stays within 1 KiB, also after a library or gateway escapes non-ASCII characters. */
export function isSafeBody(body: object): boolean {
  const json = JSON.stringify(body);

  return json.length + 5 * (json.match(/[^\x20-\x7e]/g)?.length ?? 0) <= MAX_BODY_BYTES;
}

/** Each has caused errors in servers. The first has characters of most kinds, so that one request covers them. */
export const AWKWARD_TEXTS: readonly string[] = [
  '"<b>&\\{価é👍\';--',
  '<script>5 & 6</script>',
  '{"a":[1,null]}',
  'back\\slash \\u0041\\n ../../etc',
  'Größe cafe\u0301',
  '価格は三千円',
  'سعر',
  '👍🏽🇳🇴',
  "'UNION SELECT 1; DROP TABLE x;--",
  "' OR '1'='1",
  '{{7*7}} #{7*7} %s %00',
  // All ASCII punctuation.
  '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  'null',
  '__proto__',
  // As an authorization code.
  '001234',
  // A single character, which some languages take for an empty text.
  '0',
  ' x ',
  'x'.repeat(MAX_BYTES),
];

export const text: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...AWKWARD_TEXTS),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: MAX_BYTES }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: MAX_BYTES / 2 }),
  )
  .filter(isSafeText);
