/** Card numbers as brands issue them: lengths, prefixes and check digit; and numbers of 13 to 19 digits with one in any text. */

/** Whether the digits have the length, the prefix and the check digit of a card number of a known brand. */
export function isCardNumber(digits: string): boolean {
  return lengthsOf(digits).includes(digits.length) && hasCheckDigit(digits);
}

/** The lengths of the card numbers that begin with these digits, of which there are at least four. */
export function lengthsOf(digits: string): readonly number[] {
  return lengthsFrom(Number(digits.slice(0, 4)));
}

const NONE: readonly number[] = [];

/** The lengths of the card numbers with these first four digits. */
export function lengthsFrom(four: number): readonly number[] {
  for (const { from, to, lengths } of BRANDS) if (four >= from && four <= to) return lengths;

  return NONE;
}

const UP_TO_19 = [16, 17, 18, 19];
const FROM_13 = [13, 14, 15, 16, 17, 18, 19];
const FROM_14 = [14, 15, 16, 17, 18, 19];

/** By the ranges that the brands publish, of the first four digits. */
const BRANDS: readonly { readonly from: number; readonly to: number; readonly lengths: readonly number[] }[] =
  [
    { from: 4000, to: 4999, lengths: [13, 16, 19] },
    { from: 5100, to: 5599, lengths: [16] },
    { from: 2221, to: 2720, lengths: [16] },
    { from: 3400, to: 3499, lengths: [15] },
    { from: 3700, to: 3799, lengths: [15] },
    { from: 6011, to: 6011, lengths: UP_TO_19 },
    { from: 6440, to: 6599, lengths: UP_TO_19 },
    { from: 3000, to: 3059, lengths: FROM_14 },
    { from: 3090, to: 3099, lengths: FROM_14 },
    { from: 3600, to: 3699, lengths: FROM_14 },
    { from: 3800, to: 3999, lengths: FROM_14 },
    { from: 3528, to: 3589, lengths: UP_TO_19 },
    { from: 6200, to: 6299, lengths: UP_TO_19 },
    { from: 5000, to: 5099, lengths: FROM_13 },
    { from: 5600, to: 5899, lengths: FROM_13 },
    { from: 6300, to: 6399, lengths: FROM_13 },
    { from: 6700, to: 6799, lengths: FROM_13 },
  ];

/** ISO/IEC 7812-1, annex B (Luhn). */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }

  return sum % 10 === 0;
}

export interface LongNumber {
  readonly digits: string;
  /** The lengths of its groups of digits. */
  readonly groups: readonly number[];
  /** The character before it; empty at the start of the text. */
  readonly before: string;
}

const LEAST = 13;
const MOST = 19;

/** Its separators are at most three characters long. */
const MOST_SEPARATORS = 3;

/** Whether the text may contain such a number. A loop takes a third of the time of a regular expression. */
export function mayHaveLongNumber(text: string): boolean {
  let digits = 0;
  let separators = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      separators = 0;
      if (digits === LEAST) return true;
    } else if (digits > 0) {
      separators += 1;
      if (separators > MOST_SEPARATORS || !isSeparator(code)) digits = 0;
    }
  }

  return false;
}

/** Spaces, dots and dashes. */
function isSeparator(code: number): boolean {
  return (
    code === 0x20 || code === 0x2d || code === 0x2e || code === 0xa0 || (code >= 0x2010 && code <= 0x2015)
  );
}

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** A cheap condition on the first six digits and the length; by default all numbers are wanted. */
export type WantedNumber = (firstSix: number, length: number) => boolean;

/** Finds numbers of whole groups: a part of a longer sequence of digits does not count. */
export function longNumbersIn(whole: string): readonly LongNumber[] {
  const found: LongNumber[] = [];
  hasLongNumber(whole, (number) => {
    found.push(number);

    return false;
  });

  return found;
}

/** Digits that are remembered: a power of two above the longest number. */
const RING = 32;
const LAST = RING - 1;

/** Whether one of the numbers matches. Reads each character once; the first match ends it. */
export function hasLongNumber(
  whole: string,
  matches: (number: LongNumber) => boolean,
  isWanted: WantedNumber = () => true,
): boolean {
  if (!mayHaveLongNumber(whole)) return false;
  const text = whole.includes('-') ? whole.replaceAll(UUID, 'UUID') : whole;
  // Of the last digits: value, index in the text, whether a group begins there, and the two check sums before it.
  const [values, places, begins] = [new Uint8Array(RING), new Uint32Array(RING), new Uint8Array(RING)];
  const sums = [new Uint32Array(RING), new Uint32Array(RING)] as const;
  let [even, odd, count, last] = [0, 0, 0, -1];
  for (let at = 0; at < text.length; at++) {
    const value = text.charCodeAt(at) - 0x30;
    if (value < 0 || value > 9) {
      if (count > 0 && (at - last > MOST_SEPARATORS || !isSeparator(value + 0x30))) count = 0;
      continue;
    }
    const slot = count & LAST;
    values[slot] = value;
    places[slot] = at;
    begins[slot] = count === 0 || last !== at - 1 ? 1 : 0;
    sums[0][slot] = even;
    sums[1][slot] = odd;
    const doubled = value > 4 ? value * 2 - 9 : value * 2;
    even += count % 2 === 0 ? doubled : value;
    odd += count % 2 === 0 ? value : doubled;
    count += 1;
    last = at;
    const next = text.charCodeAt(at + 1) - 0x30;
    if (count < LEAST || (next >= 0 && next <= 9)) continue;
    // The digit at the end is not doubled.
    const parity = count % 2 === 0 ? 0 : 1;
    const sum = parity === 0 ? even : odd;
    for (let length = LEAST; length <= MOST && length <= count; length++) {
      const first = (count - length) & LAST;
      if (begins[first] !== 1 || (sum - (sums[parity][first] ?? 0)) % 10 !== 0) continue;
      let six = 0;
      for (let digit = 0; digit < 6; digit++) six = six * 10 + (values[(first + digit) & LAST] ?? 0);
      if (!isWanted(six, length)) continue;
      const number = numberAt(text, places[first] ?? 0, at + 1);
      if (number !== undefined && matches(number)) return true;
    }
  }

  return false;
}

/** Undefined for groups of an identifier, such as a UUID, which have letters beside them. */
function numberAt(text: string, from: number, to: number): LongNumber | undefined {
  const written = text.slice(from, to).split(/[^0-9]+/);
  const before = text.charAt(from - 1);
  if (written.length > 1 && (isLetter(before) || isLetter(text.charAt(to)))) return undefined;

  return { digits: written.join(''), groups: written.map(({ length }) => length), before };
}

function isLetter(character: string): boolean {
  return /[\p{L}_]/u.test(character);
}
