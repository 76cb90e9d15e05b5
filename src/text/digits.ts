/** Finds the digits of a text: of any script, and in escapes of addresses and of JSON. */
import { decodedFully } from './percent.ts';

/** Escapes of an address between digits, such as `%20`, even if encoded twice. Letters need no escape. */
const SEPARATOR = String.raw`(?:%(?:25){0,2}(?:[0189a-f][\da-f]|2(?!5)[\da-f]|25(?![\da-f]{2})|[3-7][a-f]))+`;
/** A digit of any script, and those in escapes of addresses and of JSON: `%34`, `\u0034`. */
const DIGIT = String.raw`%(?:25){0,2}3[0-9]|\\u003[0-9]|\p{Nd}`;
const DIGITS = /((?:\\u003[0-9]|\p{Nd})+)/giu;
const DIGITS_AND_ESCAPES = new RegExp(`${SEPARATOR}|((?:${DIGIT})+)`, 'giu');
const SEPARATORS_AND_DIGITS = new RegExp(`${SEPARATOR}|(${DIGIT})`, 'giu');
const ESCAPED_DIGIT = /(?:%(?:25){0,2}3|\\u003)([0-9])/gi;

/** Digits in a row. */
interface DigitGroup {
  /** Their index in the text. */
  readonly from: number;
  readonly to: number;
  /** The index of the first one among all digits of the text. */
  readonly place: number;
  /** What separates them from the group before. */
  readonly separator: string;
}

export interface Digits {
  readonly groups: readonly DigitGroup[];
  /** All digits of the text as 0 to 9. */
  readonly digits: string;
}

export function digitsIn(text: string): Digits {
  const groups: DigitGroup[] = [];
  let digits = '';
  let end = 0;
  const isEncoded = text.includes('%');
  for (const { 0: found, 1: matched, index } of text.matchAll(isEncoded ? DIGITS_AND_ESCAPES : DIGITS)) {
    if (matched === undefined) continue;
    const between = text.slice(end, index);
    const separator = isEncoded ? decodedFully(between) : between;
    end = index + found.length;
    groups.push({ from: index, to: end, place: digits.length, separator });
    digits += toAscii(found);
  }

  return { groups, digits };
}

/** Each digit as it is written, without escapes. */
export function plainDigits(text: string): readonly string[] {
  const plain = /[%\\]/.test(text)
    ? replaceDigits(
        text,
        (digit) => digit.replace(ESCAPED_DIGIT, '$1'),
        () => '',
      )
    : text;

  return plain.match(/\p{Nd}/gu) ?? [];
}

/** Changes each digit as it is written, and the escapes between them. */
export function replaceDigits(
  text: string,
  change: (digit: string) => string,
  separator: (between: string) => string = (between) => between,
): string {
  return text.replaceAll(SEPARATORS_AND_DIGITS, (found: string, digit: string | undefined) =>
    digit === undefined ? separator(found) : change(found),
  );
}

/** The digits of any script and in escapes as 0 to 9. Unicode has the ten digits of each script in a row. */
export function toAscii(text: string): string {
  if (/^[0-9]*$/.test(text)) return text;

  return text.replaceAll(ESCAPED_DIGIT, '$1').replaceAll(/[^0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;

    return String((code - zero) % 10);
  });
}
