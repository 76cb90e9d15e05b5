/** Finds digits that may be a card number, whatever separates them, and masks all but the first six (document 1.4). */
import { hasCheckDigit, lengthsOf } from './card-brands.ts';
import { type Digits, digitsIn, plainDigits } from './digits.ts';

/**
 * How a text is read:
 * - `text`: any text. Masks more than 8 digits, and card numbers with other characters between their digits.
 * - `header`: like `text`, but dots separate numbers, as in versions and addresses of machines.
 * - `identifier`: any digits are allowed (a transaction's `sTxId` may be a number), so only card numbers are masked.
 */
export type DigitContext = 'text' | 'header' | 'identifier';

/** The document lets a service receive 8 digits of a card number, and never more. */
const MOST_DIGITS = 8;
const SHOWN_DIGITS = 6;

/** ISO/IEC 7812 allows at most 19 digits. The card numbers of all brands have at least 13. */
const CARD_DIGITS = { least: 13, most: 19 } as const;

interface Numbers extends Digits {
  /** Indexes of groups that are part of a hexadecimal identifier, such as a UUID. */
  readonly inIdentifiers: ReadonlySet<number>;
}

/** Groups that make one number. */
interface DigitRun {
  readonly first: number;
  readonly last: number;
}

/** Letters, the separators of times, lists and JSON, and the dots of a mask. */
const NOT_LOOSE = /[\p{L}:,;"'()[\]{}…]/u;
const LETTERS = /\p{L}/gu;

interface DigitOptions {
  /** Whether these digits may stay as they are; by default none may. */
  readonly isAllowed?: (digits: string) => boolean;
  /** Replaces a number with its separators; by default with its first six digits and their count. */
  readonly replace?: (number: string) => string;
}

/** Masks every sequence of digits that may be a card number, in linear time. */
export function maskDigits(
  text: string,
  context: DigitContext = 'text',
  { isAllowed = () => false, replace = maskOf }: DigitOptions = {},
): string {
  if (text.length <= MOST_DIGITS) return text;
  const numbers = numbersIn(text);
  const { groups } = numbers;
  if (numbers.digits.length <= MOST_DIGITS) return text;
  let masked = '';
  let end = 0;
  for (let at = 0; at < groups.length; ) {
    const run = longNumberAt(numbers, at, context) ?? cardNumberAt(numbers, at, context);
    at = (run?.last ?? at) + 1;
    if (run === undefined || isAllowed(digitsOf(numbers, run))) continue;
    const [from, to] = [groups[run.first]?.from ?? 0, groups[run.last]?.to ?? 0];
    masked += text.slice(end, from) + replace(text.slice(from, to));
    end = to;
  }

  return masked + text.slice(end);
}

/** Masks a whole value that is expected to be (the beginning of) a card number. */
export function maskWhole(text: string, replace: (number: string) => string = maskOf): string {
  return numbersIn(text).digits.length > MOST_DIGITS ? replace(text) : text;
}

/** The indexes of consecutive texts that make one card number together. Each text consists of digits. */
export function cardNumbersAcross(texts: readonly string[]): readonly DigitRun[] {
  const numbers = numbersIn(texts.join('\n'));
  const runs: DigitRun[] = [];
  for (let at = 0; at < texts.length; ) {
    const run = cardNumberAt(numbers, at, 'identifier');
    if (run !== undefined && run.last > run.first) runs.push(run);
    at = (run?.last ?? at) + 1;
  }

  return runs;
}

function numbersIn(text: string): Numbers {
  const found = digitsIn(text);

  return { ...found, inIdentifiers: groupsInIdentifiers(text, found) };
}

/** UUIDs, and other identifiers in hexadecimal of the usual lengths. */
const HEX_IDENTIFIER =
  /(?<![\da-z])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}|[\da-f]{40}|[\da-f]{32}|[\da-f]{24}|[\da-f]{16})(?![\da-z])/gi;

/** With fewer letters, or with so many digits in a row, it may be (a part of) a card number. */
const HEX = { leastLetters: 4, mostDigits: 12 } as const;

function groupsInIdentifiers(text: string, { groups, digits }: Digits): ReadonlySet<number> {
  const found = new Set<number>();
  if (digits.length <= MOST_DIGITS) return found;
  const numbers: Numbers = { groups, digits, inIdentifiers: found };
  let first = 0;
  for (const { 0: word, index } of text.matchAll(HEX_IDENTIFIER)) {
    while (first < groups.length && (groups[first]?.from ?? 0) < index) first++;
    let behind = first;
    while (behind < groups.length && (groups[behind]?.to ?? 0) <= index + word.length) behind++;
    const within = Array.from({ length: behind - first }, (_, at) => first + at);
    const letters = word.match(LETTERS)?.length ?? 0;
    const isLong = within.some((at) => countOf(numbers, { first: at, last: at }) > HEX.mostDigits);
    if (letters >= HEX.leastLetters && !isLong && !hasCardNumber(numbers, first, behind))
      for (const at of within) found.add(at);
    first = behind;
  }

  return found;
}

/** Whether a card number has one of these groups, wherever it begins. */
function hasCardNumber(numbers: Numbers, first: number, behind: number): boolean {
  for (let at = Math.max(0, first - CARD_DIGITS.most); at < behind; at++) {
    const run = cardNumberAt(numbers, at, 'text');
    if (run !== undefined && run.last >= first) return true;
  }

  return false;
}

/** More than 8 digits with nothing but spaces and punctuation between them. */
function longNumberAt(numbers: Numbers, first: number, context: DigitContext): DigitRun | undefined {
  if (context === 'identifier') return undefined;
  const { groups, inIdentifiers } = numbers;
  if (inIdentifiers.has(first)) return undefined;
  const connects = context === 'header' ? isNarrow : isLoose;
  let last = first;
  while (
    last + 1 < groups.length &&
    !inIdentifiers.has(last + 1) &&
    connects(groups[last + 1]?.separator ?? '')
  )
    last++;
  const run = { first, last };
  const isLong = countOf(numbers, run) > MOST_DIGITS;

  return isLong && !isAmount(numbers, run) && !isIdentifier(numbers, run) ? run : undefined;
}

/** Such as 1234567.89: one dot, and fewer digits than a card number has. */
function isAmount({ groups }: Numbers, { first, last }: DigitRun): boolean {
  const [dollars, cents] = [groups[first], groups[last]];

  return last === first + 1 && cents?.separator === '.' && cents.to - (dollars?.from ?? 0) <= LONGEST_AMOUNT;
}

/** Characters. */
const LONGEST_AMOUNT = 12;

/** Whether one group has too many digits for a card number, and does not begin with one. */
function isIdentifier(numbers: Numbers, run: DigitRun): boolean {
  if (run.last > run.first || countOf(numbers, run) <= CARD_DIGITS.most) return false;
  const digits = digitsOf(numbers, run);

  return !lengthsOf(digits).some((length) => hasCheckDigit(digits.slice(0, length)));
}

/** A card number whose digits may have other separators than spaces and punctuation. */
function cardNumberAt(numbers: Numbers, first: number, context: DigitContext): DigitRun | undefined {
  const start = numbers.groups[first]?.place ?? 0;
  const lengths = lengthsOf(numbers.digits.slice(start, start + CARD_DIGITS.most));
  for (let last = first; lengths.length > 0 && last < numbers.groups.length; last++) {
    const run = { first, last };
    const count = countOf(numbers, run);
    if (count > CARD_DIGITS.most) break;
    const isCard = lengths.includes(count) && hasCheckDigit(digitsOf(numbers, run));
    if (isCard && isSetApart(numbers, run, context)) return run;
  }

  return undefined;
}

/** Whether digits with these separators between them may be meant as one number. */
function isSetApart(numbers: Numbers, run: DigitRun, context: DigitContext): boolean {
  const separators = numbers.groups.slice(run.first + 1, run.last + 1).map(({ separator }) => separator);
  if (separators.some((separator) => separator.includes('…'))) return false;
  const isUniform = separators.every((separator) => separator === separators[0]);
  const letters = separators.join('').match(LETTERS)?.length ?? 0;
  switch (context) {
    case 'header':
      return isUniform && letters === 0;
    case 'identifier':
      return separators.every(isLoose) || (isUniform && separators.length > 1);
    case 'text':
      return letters <= countOf(numbers, run) / 4 || (isUniform && separators.length > 1);
  }
}

function isNarrow(separator: string): boolean {
  return separator === ' ' || separator === '-';
}

function isLoose(separator: string): boolean {
  return isNarrow(separator) || !NOT_LOOSE.test(separator);
}

function countOf({ groups, digits }: Numbers, { first, last }: DigitRun): number {
  return (groups[last + 1]?.place ?? digits.length) - (groups[first]?.place ?? 0);
}

function digitsOf(numbers: Numbers, run: DigitRun): string {
  const start = numbers.groups[run.first]?.place ?? 0;

  return numbers.digits.slice(start, start + countOf(numbers, run));
}

/** The first digits as they are written, and the number of digits. */
function maskOf(text: string): string {
  const digits = plainDigits(text);

  return `${digits.slice(0, SHOWN_DIGITS).join('')}…(${digits.length} digits)`;
}
