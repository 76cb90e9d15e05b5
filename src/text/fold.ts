/** Folds a list into lines of a terminal. */

/**
 * @param width of a line in characters; a longer item has a line of its own
 * @param separator between items; at the end of a line without its spaces
 */
export function fold(items: readonly string[], width: number, separator = ' '): readonly string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + separator.length + item.length <= width)
      lines[lines.length - 1] = last + separator + item;
    else lines.push(item);
  }

  return lines.map((line, at) => (at < lines.length - 1 ? line + separator.trimEnd() : line));
}
