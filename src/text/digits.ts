/** Finds digits that may be a card number, whatever separates them (document 1.4). */
import { hasCheckDigit, lengthsOf } from './card-brands.ts';

/**
 * How a text is read:
 * - `text`: any text. Finds more than 8 digits, and card numbers with other characters between their digits.
 * - `header`: like `text`, but dots separate numbers, as in versions and addresses of machines.
 * - `identifier`: any digits are allowed (a transaction's `sTxId` may be a number), so it finds only card numbers.
 */
export type DigitContext = 'text' | 'header' | 'identifier';

/** The document lets a service receive 8 digits of a card number, and never more. */
const MOST_DIGITS = 8;

/** ISO/IEC 7812 allows at most 19 digits. */
const MOST_CARD_DIGITS = 19;

/** Groups of digits that make one number: their first and last index, and where they stand in the text. */
export interface DigitRun {
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

/** Digits in a row. */
interface DigitGroup {
  readonly from: number;
  readonly to: number;
  /** The index of the first one among all digits of the text. */
  readonly place: number;
  /** What separates them from the group before. */
  readonly separator: string;
}

interface Numbers {
  readonly groups: readonly DigitGroup[];
  readonly digits: string;
}

/** Escapes of JSON and of addresses, and digits of other scripts. */
const OTHER_DIGIT = /(?:\\u00|%)3([0-9])|(?![0-9])\p{Nd}/giu;

/** The text with all digits as 0 to 9. Unicode has the ten digits of each script in a row. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(OTHER_DIGIT, (digit, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;

    return String((code - zero) % 10);
  });
}

export function countDigits(text: string): number {
  return text.match(/[0-9]/g)?.length ?? 0;
}

/** The numbers of a text that may be card numbers, from the left to the right, in linear time. */
export function digitRuns(text: string, context: DigitContext): readonly DigitRun[] {
  if (text.length <= MOST_DIGITS) return [];
  const numbers = numbersIn(text);
  const runs: DigitRun[] = [];
  if (numbers.digits.length <= MOST_DIGITS) return runs;
  for (let at = 0; at < numbers.groups.length; ) {
    const last = lastOfLong(numbers, at, context) ?? lastOfCard(numbers, at, context);
    if (last !== undefined) {
      const [from, to] = [numbers.groups[at]?.from ?? 0, numbers.groups[last]?.to ?? 0];
      runs.push({ first: at, last, from, to });
    }
    at = (last ?? at) + 1;
  }

  return runs;
}

/** UUIDs, and other identifiers in hexadecimal of the usual lengths. */
const HEX_IDENTIFIER =
  /(?<![\da-z])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}|[\da-f]{40}|[\da-f]{32}|[\da-f]{24}|[\da-f]{16})(?![\da-z])/gi;

/** Without the digits of hexadecimal identifiers, which are no numbers. */
function numbersIn(text: string): Numbers {
  const identifiers = [...text.matchAll(HEX_IDENTIFIER)].filter(({ 0: word }) => isIdentifier(word));
  const groups: DigitGroup[] = [];
  let digits = '';
  let end = 0;
  let next = 0;
  for (const { 0: found, index } of text.matchAll(/[0-9]+/g)) {
    while (index >= endOf(identifiers[next])) next++;
    if (index >= (identifiers[next]?.index ?? Number.POSITIVE_INFINITY)) continue;
    groups.push({
      ...{ from: index, to: index + found.length, place: digits.length },
      separator: text.slice(end, index),
    });
    end = index + found.length;
    digits += found;
  }

  return { groups, digits };
}

function endOf(match: RegExpExecArray | undefined): number {
  return match === undefined ? Number.POSITIVE_INFINITY : match.index + match[0].length;
}

/** With fewer letters, or with more digits in a row, a word may be (a part of) a card number. */
function isIdentifier(word: string): boolean {
  const letters = word.match(LETTERS)?.length ?? 0;
  if (letters < 4 || /[0-9]{13}/.test(word)) return false;
  const plain = word.replaceAll(LETTERS, ' ');

  return digitRuns(plain, 'identifier').length === 0;
}

const LETTERS = /\p{L}/gu;

/** More than 8 digits with nothing but spaces and punctuation between them. */
function lastOfLong(numbers: Numbers, first: number, context: DigitContext): number | undefined {
  if (context === 'identifier') return undefined;
  const { groups } = numbers;
  const connects = context === 'header' ? isNarrow : isLoose;
  let last = first;
  while (last + 1 < groups.length && connects(groups[last + 1]?.separator ?? '')) last++;
  const isLong = countOf(numbers, first, last) > MOST_DIGITS;

  return isLong && !isAmount(numbers, first, last) && !isLongIdentifier(numbers, first, last)
    ? last
    : undefined;
}

/** Such as 1234567.89, in characters: one dot, and fewer digits than a card number has. */
const LONGEST_AMOUNT = 12;

function isAmount({ groups }: Numbers, first: number, last: number): boolean {
  const [dollars, cents] = [groups[first], groups[last]];

  return last === first + 1 && cents?.separator === '.' && cents.to - (dollars?.from ?? 0) <= LONGEST_AMOUNT;
}

/** Whether one group has too many digits for a card number, and does not begin with one. */
function isLongIdentifier(numbers: Numbers, first: number, last: number): boolean {
  if (last > first || countOf(numbers, first, last) <= MOST_CARD_DIGITS) return false;
  const digits = digitsOf(numbers, first, last);

  return !lengthsOf(digits).some((length) => hasCheckDigit(digits.slice(0, length)));
}

/** A card number whose digits may have other separators than spaces and punctuation. */
function lastOfCard(numbers: Numbers, first: number, context: DigitContext): number | undefined {
  const start = numbers.groups[first]?.place ?? 0;
  const lengths = lengthsOf(numbers.digits.slice(start, start + MOST_CARD_DIGITS));
  for (let last = first; lengths.length > 0 && last < numbers.groups.length; last++) {
    const count = countOf(numbers, first, last);
    if (count > MOST_CARD_DIGITS) break;
    const isCard = lengths.includes(count) && hasCheckDigit(digitsOf(numbers, first, last));
    if (isCard && isSetApart(numbers, first, last, context)) return last;
  }

  return undefined;
}

/** Whether digits with these separators between them may be meant as one number. */
function isSetApart(numbers: Numbers, first: number, last: number, context: DigitContext): boolean {
  const separators = numbers.groups.slice(first + 1, last + 1).map(({ separator }) => separator);
  // The dots of a mask.
  if (separators.some((separator) => separator.includes('…'))) return false;
  const isUniform = separators.every((separator) => separator === separators[0]);
  const letters = separators.join('').match(LETTERS)?.length ?? 0;
  switch (context) {
    case 'header':
      return isUniform && letters === 0;
    case 'identifier':
      return separators.every(isLoose) || (isUniform && separators.length > 1);
    case 'text':
      return letters <= countOf(numbers, first, last) / 4 || (isUniform && separators.length > 1);
  }
}

function isNarrow(separator: string): boolean {
  return separator === ' ' || separator === '-';
}

/** Without letters, the separators of times, lists and JSON, and the dots of a mask. */
function isLoose(separator: string): boolean {
  return isNarrow(separator) || !/[\p{L}:,;"'()[\]{}…]/u.test(separator);
}

function countOf({ groups, digits }: Numbers, first: number, last: number): number {
  return (groups[last + 1]?.place ?? digits.length) - (groups[first]?.place ?? 0);
}

function digitsOf(numbers: Numbers, first: number, last: number): string {
  const start = numbers.groups[first]?.place ?? 0;

  return numbers.digits.slice(start, start + countOf(numbers, first, last));
}
