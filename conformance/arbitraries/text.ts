/** Texts of the safe domain: no ordinary service refuses them for a limit of its own, so a `must` may send them. */
import fc from 'fast-check';

/** Bytes in UTF-8, which are never fewer than UTF-16 code units or code points: the bound holds for each of them. */
const MOST_BYTES = 32;

/** Bytes of a request body, with every character beyond ASCII as a `\u` escape; 1 KiB less room for identifiers. */
const MOST_BODY_BYTES = 960;

/** Not blank, short, and printable as Python's `str.isprintable` defines it. */
export function isSafeText(text: string): boolean {
  return /\S/u.test(text) && !/\p{C}|[^\P{Z} ]/u.test(text) && Buffer.byteLength(text) <= MOST_BYTES;
}

/** Whether the body stays within 1 KiB, also where a library or gateway escapes what is not ASCII. */
export function isSafeBody(body: object): boolean {
  const json = JSON.stringify(body);

  return json.length + 5 * (json.match(/[^\x20-\x7e]/g)?.length ?? 0) <= MOST_BODY_BYTES;
}

/** Each has upset some server. The first has a character of most kinds, so that one request tries them together. */
export const AWKWARD_TEXTS: readonly string[] = [
  '"<b>&\\{価é👍\';--',
  '<script>5 & 6</script>',
  '{"a":[1,null]}',
  'back\\slash',
  '\\u0041\\n',
  'Größe cafe\u0301',
  '価格は三千円',
  'سعر',
  '👍🏽🇳🇴',
  "'; DROP TABLE sales; --",
  "' OR '1'='1",
  '{{7*7}} #{7*7} %s %00',
  // All punctuation of ASCII.
  '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
  'null',
  '__proto__',
  '0012',
  ' x ',
  'x'.repeat(MOST_BYTES),
];

export const text: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...AWKWARD_TEXTS),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: MOST_BYTES }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: MOST_BYTES / 2 }),
  )
  .filter(isSafeText);
