/** Replaces parts of a text. */

export interface TextEdit {
  readonly from: number;
  readonly to: number;
  /** The replacement. */
  readonly text: string;
}

/**
 * @param edits from the left to the right
 * @param change changes the texts between the parts
 */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  change: (rest: string) => string = (rest) => rest,
): string {
  if (edits.length === 0) return change(text);
  let edited = '';
  let end = 0;
  for (const { from, to, text: replacement } of edits) {
    edited += change(text.slice(end, from)) + replacement;
    end = to;
  }

  return edited + change(text.slice(end));
}
