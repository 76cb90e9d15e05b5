/** Which known key somebody meant. */

/** The key that takes the fewest edits to reach, the first of several; none where half the letters differ. */
export function nearest(key: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, edits: editsBetween(key, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(key.length, candidate.length) / 2)
    .sort((one, other) => one.edits - other.edits);
  return best?.candidate;
}

/** Letters put in, left out or replaced to turn one word into the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (let at = 0; at < to.length; at++) {
      const replaced = row[at]! + (to[at] === letter ? 0 : 1);
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
