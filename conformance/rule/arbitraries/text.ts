/** Texts of the safe domain: a must rule may send them, because no ordinary service limits texts further. */
import fc from 'fast-check';

/** In characters of the Basic Multilingual Plane, which languages count alike. */
const MAX_TEXT = 32;

/** Characters of the longest safe `authCode`. */
export const MAX_AUTHCODE = 16;

/** Of a request body with `\u` escapes for all characters beyond ASCII: 1 KiB minus space for identifiers. */
const MAX_BODY_BYTES = 960;

/** What web application firewalls take for an attack: parts of SQL, scripts, shells, paths and templates. */
const ATTACK_LIKE = [
  /--|[;`]|\/\*|\*\/|\.\.|\|\||&&|\$[({]|\{\{|#\{|<[!?%]|%[0-9a-f]{2}|\\[ux0-9]|__\w+__/i,
  // A command behind a pipe, an address, and a filter of a directory.
  /\|\s*[\w/]|\w:\/\/|\)\s*\(|\(\s*[|&!]/,
  /<\/?\s*(?:script|iframe|img|svg|object|embed)|\bon\w+\s*=|javascript:/i,
  /\b(?:union|select|insert|drop|delete|exec|sleep|or|and|like|having)\b.*['"=(<]|['"].*\b(?:union|select|or|and|like)\b/i,
  // Many special characters in a row, and a quote beside an operator.
  /[^\p{L}\p{M}\p{N}\s]{4}|['"]\s*[=<>|&+*]|[=<>|&+*]\s*['"]/u,
];

/**
 * Of the Basic Multilingual Plane, short, without white space at its ends, printable as Python's `str.isprintable`
 * defines it, and nothing that a firewall takes for an attack.
 *
 * @param most in characters
 */
export function isSafeText(text: string, most = MAX_TEXT): boolean {
  const isPrintable =
    text !== '' && trimmed(text) === text && !/[\p{C}\u{10000}-\u{10ffff}]|[^\P{Z} ]/u.test(text);

  return isPrintable && text.length <= most && !ATTACK_LIKE.some((pattern) => pattern.test(text));
}

/** Whether it is one to five different texts of the safe domain. */
export function areSafeTexts(texts: readonly string[]): boolean {
  const isNumberSafe = texts.length >= 1 && texts.length <= 5;

  return isNumberSafe && new Set(texts).size === texts.length && texts.every((text) => isSafeText(text));
}

/** 1 to 20 letters, digits and dashes, with a letter or a digit at each end. */
export function isSafeMtxid(mTxId: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?$/i.test(mTxId);
}

/** Without what common frameworks remove at the ends of every input. */
export function trimmed(text: string): string {
  return text.replaceAll(/^[\s\p{Z}\0\u{200b}\u{200e}\u{feff}]+|[\s\p{Z}\0\u{200b}\u{200e}\u{feff}]+$/gu, '');
}

/** Whether the body stays within 1 KiB, also after a library or gateway escapes non-ASCII characters. */
export function isSafeBody(body: object): boolean {
  const json = JSON.stringify(body);

  return json.length + 5 * (json.match(/[^\x20-\x7e]/g)?.length ?? 0) <= MAX_BODY_BYTES;
}

/**
 * Each has caused errors in servers. The first has characters of most kinds, so that one request covers them. An
 * `authCode` has at most 16 characters, so the others that are short enough cover them as well.
 */
export const AWKWARD_TEXTS: readonly string[] = [
  'é価格は三千円で\'5%価<6\\"',
  '<b>5 & 6</b>',
  '{"a":[1,null]}',
  'C:\\temp 50% #1?',
  'Größe cafe\u0301',
  'سعر',
  "it's a < b > c",
  'say "so", $5!',
  '[a] (b) {c} | ^~',
  'x+y=z*2 / 3 @ 4',
  'null',
  // As an authorization code.
  '001234',
  // A single character, which some languages take for an empty text.
  '0',
  // Of three bytes each in UTF-8.
  '価'.repeat(MAX_AUTHCODE),
  '価'.repeat(MAX_TEXT),
];

const character = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
  .filter((one) => !/[\u{10000}-\u{10ffff}]/u.test(one));

const text: fc.Arbitrary<string> = textOf(MAX_TEXT);
export const authCode: fc.Arbitrary<string> = textOf(MAX_AUTHCODE);

/** @param most in characters */
function textOf(most: number): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.constantFrom(...AWKWARD_TEXTS),
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: most }),
      fc.string({ unit: character, minLength: 1, maxLength: most }),
    )
    .filter((one) => isSafeText(one, most));
}

/** One to five different texts. */
export const texts: fc.Arbitrary<string[]> = fc.uniqueArray(text, { minLength: 1, maxLength: 5 });
