/** The lengths and prefixes of the card numbers of each brand, and their check digit. */

/** Whether the digits have the length, the prefix and the check digit of a card number of a known brand. */
export function isCardNumber(digits: string): boolean {
  return lengthsOf(digits).includes(digits.length) && hasCheckDigit(digits);
}

/** The lengths of the card numbers that begin with these digits. */
export function lengthsOf(digits: string): readonly number[] {
  return BRANDS.find(({ prefix }) => prefix.test(digits))?.lengths ?? [];
}

/** By the ranges that the brands publish. */
const BRANDS: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:30[0-5]|309|36|3[89])/, lengths: [14, 15, 16, 17, 18, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:50|5[6-8]|6[37])/, lengths: [13, 14, 15, 16, 17, 18, 19] },
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
