/** Derives an `sTxId` that looks like a known one and most likely names no transaction. */

/** Fewer changed characters could give the number of another transaction. */
const MIN_CHANGED = 10;

/** Keeps the form where it is long enough; otherwise returns one far longer than any counter. */
export function unknownStxid(known: string): string {
  const isHex = /^[^g-z]*$/i.test(known);
  const changed = known.replace(/[0-9a-z]/gi, (character) => {
    if (/[0-9]/.test(character)) return String((Number(character) + 5) % 10);

    return isHex ? shift(character, 6, 3) : shift(character, 26, 13);
  });
  const changeable = known.replace(/[^0-9a-z]/gi, '').length;

  return changeable >= MIN_CHANGED ? changed : changed + '0'.repeat(30);
}

/** Rotates a letter among the first `size` letters of the alphabet. */
function shift(letter: string, size: number, places: number): string {
  const first = letter < 'a' ? 65 : 97;

  return String.fromCharCode(first + ((letter.charCodeAt(0) - first + places) % size));
}
