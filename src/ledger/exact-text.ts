/** Any text as one that every store gives back as it was: identifiers hold what JSON can say, NULs and halves of pairs too. */

/** The inside of the text as JSON writes it: ordinary texts are themselves, and no two texts come to the same. */
export function toExactText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromExactText(written: string): string {
  return JSON.parse(`"${written}"`);
}
