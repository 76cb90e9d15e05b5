/** The lengths and prefixes of the card numbers of each brand, and their check digit. */

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
