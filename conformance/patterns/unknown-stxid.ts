/** An `sTxId` that looks like another and is that of no transaction, as far as can be. */

/** Characters that can be changed; with fewer the result could be the number of another transaction. */
const ENOUGH = 10;

/** Of the same form where that is long enough; otherwise far longer than any that counts its transactions. */
export function unknownStxid(known: string): string {
  const isHex = /^[^g-z]*$/i.test(known);
  const changed = known.replace(/[0-9a-z]/gi, (character) => {
    if (/[0-9]/.test(character)) return String((Number(character) + 5) % 10);

    return isHex ? shift(character, 6, 3) : shift(character, 26, 13);
  });
  const changeable = known.replace(/[^0-9a-z]/gi, '').length;

  return changeable >= ENOUGH ? changed : changed + '0'.repeat(30);
}

/** The letter so many places on, among the first `size` ones of the alphabet. */
function shift(letter: string, size: number, places: number): string {
  const first = letter < 'a' ? 65 : 97;

  return String.fromCharCode(first + ((letter.charCodeAt(0) - first + places) % size));
}
